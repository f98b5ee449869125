// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/constants.hpp: the constants of the Array API standard.
// Tests: tests/numpy/elementwise/special_cases.cpp.
#pragma once

#include <cstdint>

/// Mathematical constants. They have a separate namespace because programs often use names such as
/// `e` and `inf`.
namespace stria::constants {

/// Euler's number, 2.718...
/// \numpy      `np.e`
/// \usage      `constants::e`
inline constexpr double e = 2.71828182845904523536;
/// The ratio of the circumference of a circle to its diameter, 3.14159...
/// \numpy      `np.pi`
/// \usage      `constants::pi`
inline constexpr double pi = 3.14159265358979323846;
// inf and nan are written as bits, because clang warns about std::numeric_limits under -ffast-math.
/// Positive infinity.
/// \numpy      `np.inf`
/// \usage      `constants::inf`
inline constexpr double inf = __builtin_bit_cast(double, std::uint64_t{0x7FF0000000000000});
/// Not a number.
/// \numpy      `np.nan`
/// \usage      `constants::nan`
inline constexpr double nan = __builtin_bit_cast(double, std::uint64_t{0x7FF8000000000000});

} // namespace stria::constants
