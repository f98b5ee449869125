// SPDX-License-Identifier: BSL-1.0
// fn/constants.hpp: the constants of the Array API standard.
#pragma once

#include <limits>

/// In a namespace of their own, as `e` and `inf` are likely to be names of the user's.
namespace stria::constants {

/// Euler's number. NumPy: `np.e`.
inline constexpr double e = 2.71828182845904523536;
/// NumPy: `np.pi`.
inline constexpr double pi = 3.14159265358979323846;
/// NumPy: `np.inf`.
inline constexpr double inf = std::numeric_limits<double>::infinity();
/// NumPy: `np.nan`.
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

} // namespace stria::constants
