// SPDX-License-Identifier: BSL-1.0
// backend/simd.hpp: functions of <cmath> for whole vectors, using xsimd.
//
// The CMake target stria::simd enables them and contains their compiled form
// (src/vector_functions.cpp). Without it, or without xsimd, the standard library computes each
// element. docs/design/simd.md describes the accuracy and the reasons for this design.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <limits>

namespace stria::detail {

/// The range in which a vector function is as accurate as the standard library: |x| between `near`
/// and `far`. Other arguments, including NaN, are computed one by one. The limits are finite,
/// because compilers with -ffast-math would warn about an infinity.
struct vector_range {
  double near = 0, far = std::numeric_limits<double>::max();

  constexpr bool everywhere() const {
    return near == 0 && far == std::numeric_limits<double>::max();
  }
  template <class T> constexpr T farthest() const {
    constexpr T most = std::numeric_limits<T>::max();
    return far < static_cast<double>(most) ? static_cast<T>(far) : most;
  }
};

#if defined(STRIA_USE_SIMD)
/// to[i] = F(from[i]) for n elements. The value of an element does not depend on its position.
/// `from` is only read. It is not a pointer to const, because g++ would then warn that a buffer of
/// unknown length may be uninitialised.
template <class F, class T> void apply_in_vectors(T* from, T* to, index n);
#endif

} // namespace stria::detail
