// SPDX-License-Identifier: BSL-1.0
// backend/simd.hpp: functions of <cmath> for whole vectors, by xsimd.
//
// The target stria::simd asks for them and brings them, compiled once (src/vector_functions.cpp);
// without it, or without xsimd, each element is computed by the standard library.
// docs/design/simd.md has the errors and the reasons.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <limits>

namespace stria::detail {

/// Where a vector function is as right as the standard library's: for |x| from near to far. Others
/// are computed one by one, and so are NaN. No infinity, of which -ffast-math makes a warning.
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
/// to[i] = F(from[i]) for n elements. Each is computed by the same instructions wherever it stands.
/// `from` is only read; were it a pointer to const, g++ would warn of a buffer whose length it
/// cannot see that it may be uninitialised.
template <class F, class T> void apply_in_vectors(T* from, T* to, index n);
#endif

} // namespace stria::detail
