// SPDX-License-Identifier: BSL-1.0
// tensor/kept_blocks.hpp: freed blocks of 64 KiB and more, kept for reuse.
//
// The system maps a new large block page by page when the block is first written. This takes as
// long as a computation on the block. Freed blocks are therefore kept. See docs/design/memory.md.
// Tests: tests/tensor/layout_memory.cpp.
#pragma once

#include <stria/base/config.hpp>

#include <cstddef>
#include <new>

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

namespace stria::detail {

/// Freed blocks from this size on are kept for all threads, smaller ones for the thread that freed
/// them (tensor/small_blocks.hpp).
inline constexpr std::size_t kept_least = std::size_t{1} << 16;
/// Makes AddressSanitizer report accesses to the bytes.
inline void poison([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(STRIA_ADDRESS_SANITIZER)
  __asan_poison_memory_region(memory, bytes);
#endif
}
/// Makes AddressSanitizer accept accesses to the bytes.
inline void unpoison([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(STRIA_ADDRESS_SANITIZER)
  __asan_unpoison_memory_region(memory, bytes);
#endif
}

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
  static void free(const block& b) {
    unpoison(b.memory, b.bytes);
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
      unpoison(found.memory, found.bytes);
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
      poison(memory, bytes);
      blocks_[count_++] = b;
      total_ += bytes;
    }
    leave();
    if (!keeps)
      ::operator delete(memory);
  }
  /// How many bytes may be kept.
  std::size_t limit() const { return __atomic_load_n(&limit_, __ATOMIC_RELAXED); }
  void set_limit(std::size_t bytes) {
    enter();
    __atomic_store_n(&limit_, bytes, __ATOMIC_RELAXED);
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

} // namespace stria::detail
