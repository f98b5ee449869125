// SPDX-License-Identifier: BSL-1.0
// tensor/small_blocks.hpp: freed blocks below 64 KiB, kept by each thread for reuse. See
// docs/design/memory.md.
#pragma once

#include <stria/tensor/kept_blocks.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

namespace stria::detail {

/// How a block below 64 KiB is kept: the number of its list and its size in bytes.
struct block_class {
  unsigned number;
  std::size_t bytes;
};
/// The smallest class for `bytes` > 0: steps of 64 bytes up to 512 bytes, then four classes for
/// each power of two.
constexpr block_class block_class_of(std::size_t bytes) {
  const std::size_t last = (bytes - 1) / 64;
  const auto width = static_cast<unsigned>(std::bit_width(last));
  const unsigned shift = width > 3 ? width - 3 : 0;
  const std::size_t step = last >> shift;
  return {shift * 4 + static_cast<unsigned>(step), ((step + 1) << shift) * 64};
}

/// The alignment of operator new and of the headers of blocks: that of malloc() on most systems.
inline constexpr std::size_t block_alignment = 2 * sizeof(void*);
static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= block_alignment);

/// The header in front of the memory that allocate_aligned() returns.
struct alignas(block_alignment) room_head {
  std::uint32_t list; // the number of a block_class, or one of the following
  std::uint32_t bytes;
  void* memory;

  /// The classes of blocks with less than `kept_least` bytes, their headers included.
  static constexpr std::uint32_t classes = block_class_of(kept_least + 128).number + 1;
  static constexpr std::uint32_t not_kept = classes;   // released by operator delete
  static constexpr std::uint32_t block = not_kept + 1; // the memory begins with a block_head
};

/// Freed blocks below 64 KiB, in lists of one size. Each thread has its own, so that a result of
/// few elements is allocated and freed in a quarter of the time that malloc() takes. A kept block
/// is known by its memory behind the header, which it retains, so that nothing is computed when it
/// is used again.
class small_blocks {
  /// At the begin of the memory of a kept block.
  struct link {
    link* next;
  };
  /// Frees the blocks at the end of the thread.
  struct closer {
    ~closer();
  };

public:
  static constexpr unsigned classes = room_head::classes;

private:
  /// A thread keeps at most this many bytes. When another block would exceed them, all are freed,
  /// so that sizes that are no longer used make room for others.
  static constexpr std::size_t most = std::size_t{1} << 18;
  link* first_[classes] = {};
  std::size_t place_ = 0; // how many bytes may still be kept
  bool opened_ = false, closed_ = false;

  static room_head& head_of(void* room) { return static_cast<room_head*>(room)[-1]; }
  static void free(void* room) { ::operator delete(head_of(room).memory); }

public:
  /// The memory of a kept block of the class, of which `bytes` bytes are used, or null.
  STRIA_INLINE void* take(unsigned number, [[maybe_unused]] std::size_t bytes) {
    link* const found = first_[number];
    if (found != nullptr) [[likely]] {
      first_[number] = found->next;
      place_ += head_of(found).bytes;
      unpoison(found, bytes);
      poison(&head_of(found), sizeof(room_head));
    }
    return found;
  }
  /// Keeps a block of operator new, or returns false.
  STRIA_INLINE bool give(void* room) {
    room_head& head = head_of(room);
    unpoison(&head, sizeof head);
    if (head.list >= classes) [[unlikely]]
      return false;
    if (head.bytes > place_) [[unlikely]]
      return false;
    const std::size_t place = place_ - head.bytes;
    if (most - place > kept_memory_blocks.limit()) [[unlikely]]
      return false;
    unpoison(room, sizeof(link));
    link* const kept = ::new (room) link{first_[head.list]};
    first_[head.list] = kept;
    place_ = place;
    poison(kept + 1, head.bytes - sizeof(link) -
                         static_cast<std::size_t>(static_cast<std::byte*>(room) -
                                                  static_cast<std::byte*>(head.memory)));
    return true;
  }
  /// Makes place for a block that give() has refused. Returns false if it cannot be kept.
  [[gnu::cold]] STRIA_NOINLINE bool make_place(std::size_t bytes) {
    if (closed_ || bytes > most || bytes > kept_memory_blocks.limit())
      return false;
    if (!opened_) {
      // A tensor in static memory may be freed after `closer`: then no block is kept.
      [[maybe_unused]] static STRIA_THREAD_LOCAL closer at_end;
      opened_ = true;
      place_ = most;
    }
    if (bytes > place_ || most - place_ + bytes > kept_memory_blocks.limit())
      release();
    return true;
  }
  /// Returns all blocks to the system.
  [[gnu::cold]] STRIA_NOINLINE void release() {
    for (unsigned k = 0; k < classes; ++k)
      while (first_[k] != nullptr) {
        link* const b = first_[k];
        first_[k] = b->next;
        free(b);
      }
    place_ = opened_ ? most : 0;
  }
  std::size_t total() const { return opened_ ? most - place_ : 0; }
};
inline constinit STRIA_THREAD_LOCAL small_blocks small_memory_blocks;

inline small_blocks::closer::~closer() {
  small_memory_blocks.closed_ = true;
  small_memory_blocks.opened_ = false;
  small_memory_blocks.release();
}

} // namespace stria::detail
