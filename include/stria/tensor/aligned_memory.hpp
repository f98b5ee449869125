// SPDX-License-Identifier: BSL-1.0
// tensor/aligned_memory.hpp: allocation of memory aligned to 64 bytes.
#pragma once

#include <stria/base/config.hpp>
#include <stria/tensor/build.hpp>
#include <stria/tensor/memory.hpp>
#include <stria/tensor/small_blocks.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

namespace stria::detail {

/// Heap memory of tensors is aligned to this many bytes.
inline constexpr std::size_t heap_alignment = 64;

/// The header of a block that is released to a memory source or to the list of kept blocks.
struct alignas(block_alignment) block_head {
  const memory_source* source; // null: operator new
  std::size_t bytes;
};

/// The bytes that make_room() needs in addition: the header, and less than `alignment` bytes that
/// are skipped because memory starts at a multiple of block_alignment.
constexpr std::size_t room_around(std::size_t alignment) {
  return alignment + (sizeof(room_head) - block_alignment);
}
/// Skips the first `before` bytes of the memory, then places the header and, at a multiple of the
/// alignment, `bytes` bytes. The memory and `before` are multiples of block_alignment; the memory
/// has `all` bytes, at least before + bytes + room_around(alignment).
STRIA_INLINE void* make_room(const room_head& head, std::size_t before, std::size_t bytes,
                             std::size_t alignment, std::size_t all) {
  auto* const from = static_cast<std::byte*>(head.memory) + before;
  const auto at = reinterpret_cast<std::uintptr_t>(from);
  std::byte* const room = from + (((at + room_around(alignment)) & ~(alignment - 1)) - at);
  reinterpret_cast<room_head*>(room)[-1] = head;
  std::byte* const behind = room + bytes;
  poison(from, static_cast<std::size_t>(room - from));
  poison(behind, static_cast<std::size_t>(static_cast<std::byte*>(head.memory) + all - behind));
  return room;
}

/// Allocates large blocks, and blocks from a memory source.
template <class = this_build>
STRIA_NOINLINE void* allocate_block(std::size_t bytes, std::size_t alignment,
                                    const memory_source* source) {
  std::size_t all = sizeof(block_head) + bytes + room_around(alignment);
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
  return make_room({room_head::block, 0, memory}, sizeof(block_head), bytes, alignment, all);
}

/// Allocates memory below 64 KiB that no kept block has room for.
template <class = this_build>
[[gnu::cold]] STRIA_NOINLINE void* allocate_room(std::size_t bytes, std::size_t alignment,
                                                 block_class c) {
  void* const memory = ::operator new(c.bytes);
  return make_room({c.number, static_cast<std::uint32_t>(c.bytes), memory}, 0, bytes, alignment,
                   c.bytes);
}

/// Allocates memory at a multiple of `alignment`, a power of two. It takes a kept block, or
/// requests more bytes than it needs from operator new, and stores the pointer in front of the
/// result. The aligned operator new would take three times as long for a few bytes, because glibc
/// does not keep a list of free aligned blocks.
inline void* allocate_aligned(std::size_t bytes, std::size_t alignment = heap_alignment) {
  const memory_source* const source = __atomic_load_n(&source_of_memory, __ATOMIC_ACQUIRE);
  if (bytes - 1 >= kept_least - 1 || source != nullptr) [[unlikely]] // or no bytes
    return allocate_block(bytes, alignment, source);
  const std::size_t all = bytes + room_around(alignment);
  if (alignment > heap_alignment) [[unlikely]]
    return allocate_room(bytes, alignment, {room_head::not_kept, all});
  const block_class c = block_class_of(all);
  if (void* const room = small_memory_blocks.take(c.number, bytes); room != nullptr) [[likely]]
    return room;
  return allocate_room(bytes, alignment, c);
}

template <class = this_build> STRIA_NOINLINE void release_aligned(void* room);

/// Releases memory for which the thread has no place, or that it does not keep. A call at the end
/// of a function costs no registers, so that the function that keeps a block saves none.
template <class = this_build> [[gnu::cold]] STRIA_NOINLINE void release_room(void* room) {
  const room_head head = static_cast<room_head*>(room)[-1];
  if (head.list < room_head::not_kept && small_memory_blocks.make_place(head.bytes))
    return release_aligned(room);
  if (head.list <= room_head::not_kept)
    return ::operator delete(head.memory);
  const block_head block = *static_cast<block_head*>(head.memory);
  unpoison(head.memory, block.bytes);
  if (block.source != nullptr)
    block.source->release(head.memory, block.bytes);
  else
    kept_memory_blocks.give(head.memory, block.bytes);
}

/// Releases memory that allocate_aligned() returned. The function is not inlined: otherwise g++ 12
/// confuses the end position of a loop with the released pointer and issues a false warning.
template <class> STRIA_NOINLINE void release_aligned(void* room) {
  if (!small_memory_blocks.give(room)) [[unlikely]]
    release_room(room);
}

} // namespace stria::detail
