// SPDX-License-Identifier: BSL-1.0
// layout/aligned_memory.hpp: memory that begins at a multiple of 64 bytes.
#pragma once

#include <stria/base/config.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

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

namespace stria::detail {

/// Memory on the heap begins at a multiple of this many bytes.
inline constexpr std::size_t heap_alignment = 64;

/// Room for so many bytes that begins at a multiple of `alignment`, a power of two. More is asked
/// for than is needed, and what operator new gave stands before the room: its aligned form takes
/// three times as long for a few bytes (glibc keeps no list of such blocks that are free).
inline void* allocate_aligned(std::size_t bytes, std::size_t alignment = heap_alignment) {
  // Behind it at least one pointer is left before the next multiple.
  void* const whole = ::operator new(bytes + alignment);
  const auto begin = (reinterpret_cast<std::uintptr_t>(whole) + alignment) & ~(alignment - 1);
  auto* const room =
      static_cast<std::byte*>(whole) + (begin - reinterpret_cast<std::uintptr_t>(whole));
  reinterpret_cast<void**>(room)[-1] = whole;
#if defined(STRIA_ADDRESS_SANITIZER)
  const std::size_t before = begin - reinterpret_cast<std::uintptr_t>(whole);
  __asan_poison_memory_region(whole, before);
  __asan_poison_memory_region(room + bytes, alignment - before);
#endif
  return room;
}

/// Gives it back. A call: where it is inlined g++ 12 takes the place behind the last element, at
/// which a loop has stopped, for what is given back, and warns.
STRIA_NOINLINE inline void release_aligned(void* room) {
  void** const before = static_cast<void**>(room) - 1;
#if defined(STRIA_ADDRESS_SANITIZER)
  __asan_unpoison_memory_region(before, sizeof *before);
#endif
  ::operator delete(*before);
}

} // namespace stria::detail
