// SPDX-License-Identifier: BSL-1.0
// expr/floating.hpp: whether a number is finite, infinite or NaN, also with -ffast-math.
//
// With -ffast-math compilers assume that no number is infinite or NaN, and remove comparisons that
// test it. The bits of float and double are tested instead. Arguments are references, because clang
// assumes the same of arguments and results of functions. Tests: tests/numpy/fast_math.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/tensor/hold.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace stria::detail {

/// The bits of float and double; void for other types.
template <class T>
using float_bits =
    std::conditional_t<std::numeric_limits<T>::digits == 24 && sizeof(T) == 4 &&
                           std::is_floating_point_v<T>,
                       std::uint32_t,
                       std::conditional_t<std::numeric_limits<T>::digits == 53 && sizeof(T) == 8 &&
                                              std::is_floating_point_v<T>,
                                          std::uint64_t, void>>;
/// True if comparisons of this type do not see NaN and infinity, but its bits do.
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
template <class T> inline constexpr bool tests_bits = !std::is_void_v<float_bits<T>>;
#else
template <class> inline constexpr bool tests_bits = false;
#endif
/// The bits without the sign, and those of infinity.
template <class T> STRIA_INLINE constexpr float_bits<T> magnitude_bits_of(const T& x) {
  return __builtin_bit_cast(float_bits<T>, x) & static_cast<float_bits<T>>(-1) >> 1;
}
template <class T>
inline constexpr float_bits<T> infinite_magnitude =
    sizeof(T) == 4 ? float_bits<T>{0x7F800000}
                   : static_cast<float_bits<T>>(std::uint64_t{0x7FF0000000000000});

template <class T> STRIA_INLINE constexpr bool is_nan(const T& x) {
  if constexpr (tests_bits<T>)
    return magnitude_bits_of(x) > infinite_magnitude<T>;
  else if constexpr (is_complex<T>::value)
    return is_nan(x.real()) || is_nan(x.imag());
  else
    return x != x;
}
/// Whether a floating-point number is infinite.
template <std::floating_point T> STRIA_INLINE constexpr bool is_infinite(const T& x) {
  if constexpr (tests_bits<T>)
    return magnitude_bits_of(x) == infinite_magnitude<T>;
  else
    return x == std::numeric_limits<T>::infinity() || x == -std::numeric_limits<T>::infinity();
}
/// Whether a floating-point number is neither infinite nor NaN.
template <std::floating_point T> STRIA_INLINE constexpr bool is_finite(const T& x) {
  if constexpr (tests_bits<T>)
    return magnitude_bits_of(x) < infinite_magnitude<T>;
  else if consteval {
    return x >= std::numeric_limits<T>::lowest() && x <= std::numeric_limits<T>::max();
  } else {
    // Infinity and NaN minus themselves give NaN, which is not allowed in a constant expression.
    return x - x == T{0};
  }
}

} // namespace stria::detail
