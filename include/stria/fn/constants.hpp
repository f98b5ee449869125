// SPDX-License-Identifier: BSL-1.0
// fn/constants.hpp: the constants of the Array API standard.
#pragma once

#include <cstdint>

/// In a namespace of their own, as `e` and `inf` are likely to be names of the user's.
namespace stria::constants {

/// Euler's number. NumPy: `np.e`.
inline constexpr double e = 2.71828182845904523536;
/// NumPy: `np.pi`.
inline constexpr double pi = 3.14159265358979323846;
// By their bits: of std::numeric_limits clang warns where -ffast-math says that there are none.
/// NumPy: `np.inf`.
inline constexpr double inf = __builtin_bit_cast(double, std::uint64_t{0x7FF0000000000000});
/// NumPy: `np.nan`.
inline constexpr double nan = __builtin_bit_cast(double, std::uint64_t{0x7FF8000000000000});

} // namespace stria::constants
