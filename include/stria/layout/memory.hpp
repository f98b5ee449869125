// SPDX-License-Identifier: BSL-1.0
// layout/memory.hpp: where the memory of tensors comes from, and what is kept of it for the next.
//
// A large block that is new has to be mapped page by page as it is first written, which takes as
// long as computing on it. So freed ones are kept. docs/design/memory.md.
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
// As <sanitizer/asan_interface.h> declares them.
extern "C" {
void __asan_poison_memory_region(void const volatile* begin, std::size_t bytes);
void __asan_unpoison_memory_region(void const volatile* begin, std::size_t bytes);
}
#endif

namespace stria {

/// Functions that give memory to tensors and take it back, for memory of a device's driver, of
/// another allocator, or to count it. Several threads may call them.
struct memory_source {
  /// So many bytes, aligned to 16 at least. It may throw; null raises `std::bad_alloc`.
  void* (*allocate)(std::size_t bytes);
  /// Takes back what allocate(bytes) gave.
  void (*release)(void* memory, std::size_t bytes);
};

namespace detail {

/// Bytes from which a freed block is kept: below, malloc() has it at hand itself.
inline constexpr std::size_t kept_least = std::size_t{1} << 16;
/// Bytes from which the system is asked for large pages, of 2 MiB on most processors.
inline constexpr std::size_t huge_least = std::size_t{1} << 22;

/// Freed blocks for the next tensors of nearly the same size, those of all threads. Nobody waits
/// for it: a thread that finds it in use goes to operator new or delete. It has no destructor, as
/// tensors may outlive every object that has one.
class kept_blocks {
  struct block {
    void* memory;
    std::size_t bytes;
  };
  static constexpr int most = 64;
  block blocks_[most] = {}; // the longest unused first
  int count_ = 0;
  std::size_t total_ = 0;
#if defined(STRIA_ADDRESS_SANITIZER)
  std::size_t limit_ = 0; // freed memory is to be found out
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
  /// A kept block of at least so many bytes, which become its size, and at most a quarter more;
  /// null if there is none.
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
  /// Gives all blocks back to the system.
  void release() {
    enter();
    shrink_to(0);
    leave();
  }
  /// The same without waiting; false if there are none, or the list is in use.
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

/// The source that set_memory_source() was given; null: operator new.
inline constinit const memory_source* source_of_memory = nullptr;

/// New memory of operator new, in large pages where it is large.
inline void* new_large(std::size_t bytes) {
  void* memory = ::operator new(bytes, std::nothrow);
  if (memory == nullptr && kept_memory_blocks.try_release()) // which may be what was missing
    memory = ::operator new(bytes, std::nothrow);
  if (memory == nullptr)
    STRIA_THROW(std::bad_alloc(), "stria: no memory");
#if defined(MADV_HUGEPAGE)
  if (bytes >= huge_least) {
    constexpr std::size_t page = std::size_t{1} << 16; // of any processor
    auto* const from = static_cast<std::byte*>(memory);
    const std::size_t skipped = -reinterpret_cast<std::size_t>(memory) % page;
    // The system may ignore it.
    static_cast<void>(madvise(from + skipped, (bytes - skipped) / page * page, MADV_HUGEPAGE));
  }
#endif
  return memory;
}

} // namespace detail

/// Sets how many bytes of freed tensors are kept for the next ones, in the whole process: 256 MiB
/// if nothing is said, 0 keeps nothing. Blocks below 64 KiB are never kept. What is kept beyond the
/// limit is given back at once.
inline void set_memory_limit(std::size_t bytes) { detail::kept_memory_blocks.set_limit(bytes); }

/// Gives all memory back that is kept for the next tensors.
inline void release_memory() { detail::kept_memory_blocks.release(); }

/// The bytes of freed tensors that are kept for the next ones.
inline std::size_t kept_memory() { return detail::kept_memory_blocks.total(); }

/// From now on the memory of tensors comes from a source, which must live as long as its memory is
/// used; null: from operator new, as at first. Each block goes back to where it came from. stria
/// keeps no freed blocks of a source.
inline void set_memory_source(const memory_source* source) {
  __atomic_store_n(&detail::source_of_memory, source, __ATOMIC_RELEASE);
}

} // namespace stria
