// SPDX-License-Identifier: BSL-1.0
// support/allocations.cpp: operator new and delete with counters.
#include "allocations.hpp"

#include <stria/tensor/memory.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define TEST_USES_HOOKS
#include <sanitizer/allocator_interface.h>
#endif
#endif

namespace {

// Atomic, because several threads may allocate.
std::atomic<std::size_t> taken{0}, failed{0}, given_back{0}, bytes_taken{0};
std::atomic<long> before_failure{-1};
// Tensors reuse no freed memory, so that each of their allocations is counted and can fail.
[[maybe_unused]] const bool nothing_kept = (stria::set_memory_limit(0), true);

#if defined(TEST_USES_HOOKS)

// MemorySanitizer has its own operator new and delete. It reports their calls, which cannot fail.
__attribute__((no_sanitize("memory"))) void on_take(const volatile void*, std::size_t bytes) {
  ++taken;
  bytes_taken += bytes;
}
__attribute__((no_sanitize("memory"))) void on_give_back(const volatile void* p) {
  given_back += p != nullptr ? 1 : 0;
}
[[maybe_unused]] const int hooks = __sanitizer_install_malloc_and_free_hooks(on_take, on_give_back);

#else

void* try_to_take(std::size_t bytes, std::size_t alignment) noexcept {
  ++taken;
  bytes_taken += bytes;
  if (before_failure.load() >= 0 && before_failure.fetch_sub(1) == 0) {
    ++failed;
    return nullptr;
  }
  if (bytes == 0)
    bytes = 1;
  // aligned_alloc needs a multiple of the alignment.
  return alignment == 0
             ? std::malloc(bytes)
             : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* take(std::size_t bytes, std::size_t alignment) {
  void* p = try_to_take(bytes, alignment);
  if (p == nullptr)
    throw std::bad_alloc();
  return p;
}

void give_back(void* p) noexcept {
  if (p != nullptr) {
    ++given_back;
    std::free(p);
  }
}

#endif

} // namespace

std::size_t test::allocations() { return taken; }
std::size_t test::deallocations() { return given_back; }
std::size_t test::live_blocks() { return taken - failed - given_back; }
std::size_t test::failed_allocations() { return failed; }
void test::fail_allocation(long n) { before_failure = n; }
std::size_t test::allocated_bytes() { return bytes_taken; }

#if !defined(TEST_USES_HOOKS)

void* operator new(std::size_t n) { return take(n, 0); }
void* operator new[](std::size_t n) { return take(n, 0); }
void* operator new(std::size_t n, std::align_val_t a) {
  return take(n, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t n, std::align_val_t a) {
  return take(n, static_cast<std::size_t>(a));
}
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return try_to_take(n, 0); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return try_to_take(n, 0); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return try_to_take(n, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return try_to_take(n, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete(void* p, std::size_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }

#endif
