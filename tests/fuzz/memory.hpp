// SPDX-License-Identifier: BSL-1.0
// fuzz/memory.hpp: the largest allocated block of memory, if the address sanitizer reports
// allocations.
#pragma once

#include <algorithm>
#include <cstddef>

// Functions of the address sanitizer, if present.
extern "C" [[gnu::weak]] int
__sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                          void (*)(const volatile void*));

namespace fuzz {

/// The maximum since it was last set to 0; always 0 without the address sanitizer.
inline std::size_t largest_block = 0;

inline void watch_memory() {
  [[maybe_unused]] static const int hooked = __sanitizer_install_malloc_and_free_hooks == nullptr
                                                 ? 0
                                                 : __sanitizer_install_malloc_and_free_hooks(
                                                       [](const volatile void*, std::size_t n) {
                                                         largest_block = std::max(largest_block, n);
                                                       },
                                                       [](const volatile void*) {});
}

} // namespace fuzz
