// SPDX-License-Identifier: BSL-1.0
// math/simd.hpp: functions of <cmath> for whole vectors, using xsimd.
//
// The CMake target stria::simd enables them and contains their compiled form
// (src/vector_functions.cpp). Without it, or without xsimd, the standard library computes each
// element. docs/design/simd.md describes the accuracy and the reasons for this design.
// Tests: tests/simd/functions.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <concepts>
#include <limits>

namespace stria::detail {

/// The element types that are computed in blocks.
template <class T>
concept block_number = std::same_as<T, float> || std::same_as<T, double>;

/// The range in which a vector function is as accurate as the standard library: |x| between `least`
/// and `most`. Other arguments, including NaN, are computed one by one. The limits are finite,
/// because compilers with -ffast-math would warn about an infinity.
struct vector_range {
  double least = 0, most = std::numeric_limits<double>::max();

  constexpr bool everywhere() const {
    return least == 0 && most == std::numeric_limits<double>::max();
  }
  template <class T> constexpr T farthest() const {
    constexpr T largest = std::numeric_limits<T>::max();
    return most < static_cast<double>(largest) ? static_cast<T>(most) : largest;
  }
};

#if defined(STRIA_USE_SIMD)
/// to[i] = F(from[i]) for n elements. The value of an element does not depend on its position.
/// `from` is only read. It is not a pointer to const, because g++ would then warn that a buffer of
/// unknown length may be uninitialised.
template <class F, class T> void apply_in_vectors(T* from, T* to, index n);
/// to[i] = F(x[i * x_step], y[i * y_step]). A step is 0 for one number beside an array,
/// otherwise 1.
template <class F, class T>
void apply_in_vectors(T* x, index x_step, T* y, index y_step, T* to, index n);

// The block functions of F for two arrays, and for a number beside an array.
#define STRIA_VECTOR_BLOCKS(F)                                                                     \
  template <::stria::detail::block_number T>                                                       \
  static void block(T* to, index n, const T* x, const T* y) {                                      \
    ::stria::detail::apply_in_vectors<F>(const_cast<T*>(x), 1, const_cast<T*>(y), 1, to, n);       \
  }                                                                                                \
  template <::stria::detail::block_number T> static void block(T* to, index n, T x, const T* y) {  \
    ::stria::detail::apply_in_vectors<F>(&x, 0, const_cast<T*>(y), 1, to, n);                      \
  }
// The block function of F for an array beside a number.
#define STRIA_VECTOR_BLOCK_BEFORE_NUMBER(F)                                                        \
  template <::stria::detail::block_number T> static void block(T* to, index n, const T* x, T y) {  \
    ::stria::detail::apply_in_vectors<F>(const_cast<T*>(x), 1, &y, 0, to, n);                      \
  }
#else
#define STRIA_VECTOR_BLOCKS(F)
#define STRIA_VECTOR_BLOCK_BEFORE_NUMBER(F)
#endif

} // namespace stria::detail
