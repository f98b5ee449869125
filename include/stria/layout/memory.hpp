// SPDX-License-Identifier: BSL-1.0
// layout/memory.hpp: the source of tensor memory, and the blocks kept for reuse.
//
// The system maps a new large block page by page when the block is first written. This takes as
// long as a computation on the block. Freed blocks are therefore kept. See docs/design/memory.md.
#pragma once

#include <stria/base/config.hpp>

#include <cstddef>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define STRIA_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STRIA_ADDRESS_SANITIZER
#endif
#endif
#if defined(STRIA_ADDRESS_SANITIZER)
// As declared in <sanitizer/asan_interface.h>.
extern "C" {
void __asan_poison_memory_region(void const volatile* begin, std::size_t bytes);
void __asan_unpoison_memory_region(void const volatile* begin, std::size_t bytes);
}
#endif

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

/// Freed blocks from this size on are kept; smaller ones are cached by malloc().
inline constexpr std::size_t kept_least = std::size_t{1} << 16;
/// Blocks from this size on use large pages (2 MiB on most processors).
inline constexpr std::size_t huge_least = std::size_t{1} << 22;

/// Freed blocks, shared by all threads, that the next tensors of about the same size reuse. A
/// thread that allocates or frees never waits for the list: if another thread is using it, operator
/// new or delete is called instead. The class has no destructor, because tensors may outlive any
/// object that has one.
class kept_blocks {
  struct block {
    void* memory;
    std::size_t bytes;
  };
  static constexpr int most = 64;
  block blocks_[most] = {}; // least recently freed first
  int count_ = 0;
  std::size_t total_ = 0;
#if defined(STRIA_ADDRESS_SANITIZER)
  std::size_t limit_ = 0; // nothing is kept, so that the sanitizer finds accesses to freed memory
#else
  std::size_t limit_ = std::size_t{1} << 28;
#endif
  bool busy_ = false;

  bool try_enter() { return !__atomic_test_and_set(&busy_, __ATOMIC_ACQUIRE); }
  void enter() {
    while (!try_enter())
      ;
  }
  void leave() { __atomic_clear(&busy_, __ATOMIC_RELEASE); }

  block remove(int k) {
    const block found = blocks_[k];
    total_ -= found.bytes;
    --count_;
    for (; k < count_; ++k)
      blocks_[k] = blocks_[k + 1];
    return found;
  }
  static void poison([[maybe_unused]] const block& b) {
#if defined(STRIA_ADDRESS_SANITIZER)
    __asan_poison_memory_region(b.memory, b.bytes);
#endif
  }
  static void unpoison([[maybe_unused]] const block& b) {
#if defined(STRIA_ADDRESS_SANITIZER)
    __asan_unpoison_memory_region(b.memory, b.bytes);
#endif
  }
  static void free(const block& b) {
    unpoison(b);
    ::operator delete(b.memory);
  }
  void shrink_to(std::size_t bytes) {
    while (total_ > bytes)
      free(remove(0));
  }

public:
  /// A kept block of at least `bytes` bytes and at most a quarter more, or null. `bytes` is set to
  /// the size of the block.
  void* take(std::size_t& bytes) {
    if (!try_enter())
      return nullptr;
    block found{nullptr, 0};
    for (int k = count_; k-- > 0 && found.memory == nullptr;)
      if (blocks_[k].bytes >= bytes && blocks_[k].bytes - bytes <= bytes / 4)
        found = remove(k);
    leave();
    if (found.memory != nullptr) {
      unpoison(found);
      bytes = found.bytes;
    }
    return found.memory;
  }
  /// Keeps a block of operator new, or deletes it.
  void give(void* memory, std::size_t bytes) {
    const block b{memory, bytes};
    if (!try_enter())
      return ::operator delete(memory);
    const bool keeps = bytes <= limit_;
    if (keeps) {
      shrink_to(limit_ - bytes);
      if (count_ == most)
        free(remove(0));
      poison(b);
      blocks_[count_++] = b;
      total_ += bytes;
    }
    leave();
    if (!keeps)
      ::operator delete(memory);
  }
  void set_limit(std::size_t bytes) {
    enter();
    limit_ = bytes;
    shrink_to(bytes);
    leave();
  }
  /// Returns all blocks to the system.
  void release() {
    enter();
    shrink_to(0);
    leave();
  }
  /// Like release(), but without waiting. Returns false if there are no blocks or the list is in
  /// use.
  bool try_release() {
    if (!try_enter())
      return false;
    const bool some = count_ > 0;
    shrink_to(0);
    leave();
    return some;
  }
  std::size_t total() {
    enter();
    const std::size_t bytes = total_;
    leave();
    return bytes;
  }
};
inline constinit kept_blocks kept_memory_blocks;

/// The source passed to set_memory_source(); null: operator new.
inline constinit const memory_source* source_of_memory = nullptr;

/// Allocates with operator new, with large pages for large blocks.
inline void* new_large(std::size_t bytes) {
  void* memory = ::operator new(bytes, std::nothrow);
  if (memory == nullptr && kept_memory_blocks.try_release()) // releasing the kept blocks may help
    memory = ::operator new(bytes, std::nothrow);
  if (memory == nullptr)
    STRIA_THROW(std::bad_alloc(), "stria: no memory");
#if defined(MADV_HUGEPAGE)
  if (bytes >= huge_least) {
    constexpr std::size_t page = std::size_t{1}
                                 << 16; // a multiple of the page size of any processor
    auto* const from = static_cast<std::byte*>(memory);
    const std::size_t skipped = -reinterpret_cast<std::size_t>(memory) % page;
    // The system may ignore this advice.
    static_cast<void>(madvise(from + skipped, (bytes - skipped) / page * page, MADV_HUGEPAGE));
  }
#endif
  return memory;
}

} // namespace detail

/// Sets how many bytes of freed tensors the process keeps for reuse. The default is 256 MiB (0
/// under AddressSanitizer); with 0, no memory is kept. Blocks below 64 KiB are never kept. Memory
/// above the new limit is released immediately.
///
/// \param bytes  the limit
/// \throws       nothing
/// \complexity   O(number of kept blocks)
/// \numpy        none
/// \usage        `set_memory_limit(0);`
inline void set_memory_limit(std::size_t bytes) { detail::kept_memory_blocks.set_limit(bytes); }

/// Releases all memory that is kept for reuse.
///
/// \throws      nothing
/// \complexity  O(number of kept blocks)
/// \numpy       none
/// \usage       `release_memory();`
inline void release_memory() { detail::kept_memory_blocks.release(); }

/// The number of bytes of freed tensors that are kept for reuse.
///
/// \returns     the number of bytes
/// \throws      nothing
/// \complexity  O(1)
/// \numpy       none
/// \usage       `std::printf("%zu\n", kept_memory());`
inline std::size_t kept_memory() { return detail::kept_memory_blocks.total(); }

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
