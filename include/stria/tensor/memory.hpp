// SPDX-License-Identifier: BSL-1.0
// tensor/memory.hpp: the source of tensor memory, and how much freed memory is kept for reuse.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/system.hpp>
#include <stria/tensor/kept_blocks.hpp>
#include <stria/tensor/small_blocks.hpp>

#include <cstddef>
#include <new>

namespace stria {

/// A pair of functions that allocate and release the memory of tensors. Use it for memory from a
/// device driver, for another allocator, or to count allocations. Several threads may call the
/// functions at the same time.
///
/// \usage  `const memory_source s{my_allocate, my_release}; set_memory_source(&s);`
struct memory_source {
  /// Returns a block of `bytes` bytes, aligned to at least 16 bytes. It may throw. If it returns a
  /// null pointer, stria throws `std::bad_alloc`.
  void* (*allocate)(std::size_t bytes);
  /// Releases memory that allocate(bytes) returned.
  void (*release)(void* memory, std::size_t bytes);
};

namespace detail {

/// Blocks from this size on use large pages (2 MiB on most processors).
inline constexpr std::size_t huge_least = std::size_t{1} << 22;

/// The source passed to set_memory_source(); null: operator new.
inline constinit const memory_source* source_of_memory = nullptr;

/// Allocates with operator new, with large pages for large blocks.
inline void* new_large(std::size_t bytes) {
  void* memory = ::operator new(bytes, std::nothrow);
  if (memory == nullptr) { // releasing the kept blocks may help
    const bool some = small_memory_blocks.total() > 0;
    small_memory_blocks.release();
    if (kept_memory_blocks.try_release() || some)
      memory = ::operator new(bytes, std::nothrow);
  }
  if (memory == nullptr)
    STRIA_THROW(std::bad_alloc(), "stria: no memory");
#if defined(__linux__)
  if (bytes >= huge_least) {
    constexpr std::size_t page = std::size_t{1}
                                 << 16; // a multiple of the page size of any processor
    auto* const from = static_cast<std::byte*>(memory);
    const std::size_t skipped = -reinterpret_cast<std::size_t>(memory) % page;
    // The system may ignore this advice.
    static_cast<void>(posix::advise_memory(from + skipped, (bytes - skipped) / page * page,
                                           posix::advice_huge_pages));
  }
#endif
  return memory;
}

} // namespace detail

/// Sets how many bytes of freed tensors the process keeps for reuse. The default is 256 MiB (0
/// under AddressSanitizer); with 0, no memory is kept. In addition, each thread keeps up to 256
/// KiB, but no more than this limit, of the blocks below 64 KiB that it freed. Memory above the new
/// limit is released immediately, by other threads when they next free a block.
///
/// \param bytes  the limit
/// \throws       nothing
/// \complexity   O(number of kept blocks)
/// \numpy        none
/// \usage        `set_memory_limit(0);`
inline void set_memory_limit(std::size_t bytes) {
  detail::kept_memory_blocks.set_limit(bytes);
  if (detail::small_memory_blocks.total() > bytes)
    detail::small_memory_blocks.release();
}

/// Releases all memory that is kept for reuse, except for the small blocks of other threads.
///
/// \throws      nothing
/// \complexity  O(number of kept blocks)
/// \numpy       none
/// \usage       `release_memory();`
inline void release_memory() {
  detail::kept_memory_blocks.release();
  detail::small_memory_blocks.release();
}

/// The number of bytes of freed tensors that are kept for reuse, except for the small blocks of
/// other threads.
///
/// \returns     the number of bytes
/// \throws      nothing
/// \complexity  O(1)
/// \numpy       none
/// \usage       `std::printf("%zu\n", kept_memory());`
inline std::size_t kept_memory() {
  return detail::kept_memory_blocks.total() + detail::small_memory_blocks.total();
}

/// Makes tensors allocate from another source. Each block is released by the source it came from.
/// stria does not keep freed blocks of such a source.
///
/// \param source  the source, which must outlive all memory allocated from it; null restores
///                operator new
/// \throws        nothing
/// \complexity    O(1)
/// \numpy         none
/// \usage         `set_memory_source(&s);`
inline void set_memory_source(const memory_source* source) {
  __atomic_store_n(&detail::source_of_memory, source, __ATOMIC_RELEASE);
}

} // namespace stria
