// SPDX-License-Identifier: BSL-1.0
// layout/small_blocks.hpp: freed blocks below 64 KiB, kept by each thread for reuse. See
// docs/design/memory.md.
#pragma once

#include <stria/layout/kept_blocks.hpp>

#include <bit>
#include <cstddef>
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

/// Freed blocks below 64 KiB, in lists of one size. Each thread has its own, so that a result of
/// few elements is allocated and freed in a quarter of the time that malloc() takes.
class small_blocks {
  struct link {
    link* next;
  };
  /// Frees the blocks at the end of the thread.
  struct closer {
    ~closer();
  };

public:
  /// The classes of blocks with less than `kept_least` bytes, their headers included.
  static constexpr unsigned classes = block_class_of(kept_least + 64).number + 1;

private:
  /// A thread keeps at most this many bytes. When another block would exceed them, all are freed,
  /// so that sizes that are no longer used make room for others.
  static constexpr std::size_t most = std::size_t{1} << 18;
  link* first_[classes] = {};
  std::size_t total_ = 0;
  bool opened_ = false, closed_ = false;

  STRIA_NOINLINE bool make_place(std::size_t bytes) {
    if (closed_ || bytes > most || bytes > kept_memory_blocks.limit())
      return false;
    if (!opened_) {
      // A tensor in static memory may be freed after `closer`: then no block is kept.
      [[maybe_unused]] static thread_local closer at_end;
      opened_ = true;
    }
    if (total_ + bytes > most || total_ + bytes > kept_memory_blocks.limit())
      release();
    return true;
  }

public:
  /// A kept block of the class, or null.
  void* take(block_class c) {
    link* const found = first_[c.number];
    if (found != nullptr) {
      first_[c.number] = found->next;
      total_ -= c.bytes;
      unpoison(found, c.bytes);
    }
    return found;
  }
  /// Keeps a block of operator new, or deletes it.
  void give(void* memory, block_class c) {
    const std::size_t total = total_ + c.bytes;
    if (!opened_ || total > most || total > kept_memory_blocks.limit()) [[unlikely]]
      if (!make_place(c.bytes))
        return ::operator delete(memory);
    unpoison(memory, sizeof(link));
    first_[c.number] = ::new (memory) link{first_[c.number]};
    total_ += c.bytes;
    poison(static_cast<std::byte*>(memory) + sizeof(link), c.bytes - sizeof(link));
  }
  /// Returns all blocks to the system.
  STRIA_NOINLINE void release() {
    for (unsigned k = 0; k < classes; ++k)
      while (first_[k] != nullptr) {
        link* const b = first_[k];
        first_[k] = b->next;
        ::operator delete(b);
      }
    total_ = 0;
  }
  std::size_t total() const { return total_; }
};
inline constinit thread_local small_blocks small_memory_blocks;

inline small_blocks::closer::~closer() {
  small_memory_blocks.release();
  small_memory_blocks.closed_ = true;
  small_memory_blocks.opened_ = false;
}

} // namespace stria::detail
