// SPDX-License-Identifier: BSL-1.0
// fuzz/memory.hpp: the largest block of memory that was asked for, where the address sanitizer
// reports allocations.
#pragma once

#include <algorithm>
#include <cstddef>

// Of the address sanitizer, where there is one.
extern "C" [[gnu::weak]] int
__sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                          void (*)(const volatile void*));

namespace fuzz {

/// Since it was last set to 0; stays 0 without the address sanitizer.
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
