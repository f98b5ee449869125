// SPDX-License-Identifier: BSL-1.0
// tensor/opaque.hpp: hides a value from the optimiser.
#pragma once

#include <stria/base/config.hpp>

#include <type_traits>

namespace stria::detail {

/// Makes the compiler forget what it knows about a value, which stays in a register: an integer, an
/// address, a floating-point number or a vector. The callers say which optimisation this prevents.
template <class T> STRIA_INLINE void make_opaque(T& value) {
  if constexpr (std::is_integral_v<T> || std::is_pointer_v<T>) {
    __asm__("" : "+r"(value));
  } else {
#if defined(__AVX512F__)
    __asm__("" : "+v"(value));
#elif defined(__x86_64__)
    __asm__("" : "+x"(value));
#elif defined(__aarch64__)
    __asm__("" : "+w"(value));
#endif
  }
}

} // namespace stria::detail
