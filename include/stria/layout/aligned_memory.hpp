// SPDX-License-Identifier: BSL-1.0
// layout/aligned_memory.hpp: memory that begins at a multiple of 64 bytes.
#pragma once

#include <stria/base/config.hpp>
#include <stria/layout/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

namespace stria::detail {

/// Memory on the heap begins at a multiple of this many bytes.
inline constexpr std::size_t heap_alignment = 64;

/// What stands before the room that allocate_aligned() gives.
struct room_head {
  bool has_block; // a block_head begins the memory
  void* memory;
};
/// The beginning of memory that does not go back to operator delete at once.
struct alignas(16) block_head {
  const memory_source* source; // null: operator new
  std::size_t bytes;
};

/// Room for so many bytes at a multiple of the alignment, behind `head` bytes and a room_head, in
/// memory that begins at a multiple of 16 and has at least head + bytes + alignment, `all`.
STRIA_INLINE void* make_room(void* memory, std::size_t head, std::size_t bytes,
                             std::size_t alignment, [[maybe_unused]] std::size_t all) {
  static_assert(sizeof(room_head) == 16);
  auto* const from = static_cast<std::byte*>(memory) + head;
  const auto at = reinterpret_cast<std::uintptr_t>(from);
  std::byte* const room = from + (((at + alignment) & ~(alignment - 1)) - at);
  reinterpret_cast<room_head*>(room)[-1] = {head != 0, memory};
#if defined(STRIA_ADDRESS_SANITIZER)
  std::byte* const behind = room + bytes;
  __asan_poison_memory_region(from, static_cast<std::size_t>(room - from));
  __asan_poison_memory_region(
      behind, static_cast<std::size_t>(static_cast<std::byte*>(memory) + all - behind));
#else
  static_cast<void>(bytes);
#endif
  return room;
}

/// Of many bytes, or from another source than operator new.
STRIA_NOINLINE inline void* allocate_block(std::size_t bytes, std::size_t alignment,
                                           const memory_source* source) {
  std::size_t all = sizeof(block_head) + bytes + alignment;
  void* memory;
  if (source != nullptr) {
    memory = source->allocate(all);
    if (memory == nullptr)
      STRIA_THROW(std::bad_alloc(), "stria: no memory");
  } else {
    memory = kept_memory_blocks.take(all);
    if (memory == nullptr)
      memory = new_large(all);
  }
  ::new (memory) block_head{source, all};
  return make_room(memory, sizeof(block_head), bytes, alignment, all);
}

/// Room for so many bytes that begins at a multiple of `alignment`, a power of two. More is asked
/// for than is needed, and what operator new gave stands before the room: its aligned form takes
/// three times as long for a few bytes (glibc keeps no list of such blocks that are free).
inline void* allocate_aligned(std::size_t bytes, std::size_t alignment = heap_alignment) {
  const memory_source* const source = __atomic_load_n(&source_of_memory, __ATOMIC_ACQUIRE);
  if (bytes >= kept_least || source != nullptr) [[unlikely]]
    return allocate_block(bytes, alignment, source);
  const std::size_t all = bytes + alignment;
  return make_room(::operator new(all), 0, bytes, alignment, all);
}

/// Gives it back. A call: where it is inlined g++ 12 takes the place behind the last element, at
/// which a loop has stopped, for what is given back, and warns.
STRIA_NOINLINE inline void release_aligned(void* room) {
  const room_head* const before = static_cast<room_head*>(room) - 1;
#if defined(STRIA_ADDRESS_SANITIZER)
  __asan_unpoison_memory_region(before, sizeof *before);
#endif
  const room_head head = *before;
  if (!head.has_block)
    return ::operator delete(head.memory);
  const block_head block = *static_cast<block_head*>(head.memory);
#if defined(STRIA_ADDRESS_SANITIZER)
  __asan_unpoison_memory_region(head.memory, block.bytes);
#endif
  if (block.source != nullptr)
    block.source->release(head.memory, block.bytes);
  else
    kept_memory_blocks.give(head.memory, block.bytes);
}

} // namespace stria::detail
