// SPDX-License-Identifier: BSL-1.0
// backend/blocks.hpp: functions of <cmath> over a block of elements, as loops that compilers make
// vectors of. What they don't get right goes to <cmath>, one by one. docs/design/simd.md.
#pragma once

#include <stria/backend/cmath.hpp>
#include <stria/base/index.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace stria::detail {

// A square root that sets no errno: clang has a builtin for it, g++ -fno-math-errno, which the
// target stria::stria brings. Loops of it take vectors with nothing computed ahead.
#if defined(__clang__)
#if __has_builtin(__builtin_elementwise_sqrt)
#define STRIA_SQRT_IN_LOOPS(x) __builtin_elementwise_sqrt(x)
#endif
#elif defined(__NO_MATH_ERRNO__)
#define STRIA_SQRT_IN_LOOPS(x) ::stria::detail::cmath::sqrt(x)
#endif

template <class T>
concept block_number = std::same_as<T, float> || std::same_as<T, double>;

template <block_number T> STRIA_INLINE T sqrt_in_loop(T x) {
#if defined(STRIA_SQRT_IN_LOOPS)
  return STRIA_SQRT_IN_LOOPS(x);
#else
  return cmath::sqrt(x);
#endif
}

/// Flags are as wide as the elements, so that both are in vectors of one length.
template <class T>
using block_flag = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

/// Selections: of conversions from bool g++ makes no vectors.
template <class T> STRIA_INLINE block_flag<T> flag_of(bool b) { return b ? 1 : 0; }
template <class T> STRIA_INLINE block_flag<T> within(T x, T least, T most) {
  return flag_of<T>(x >= least) & flag_of<T>(x <= most);
}

/// to[k] = x[k]^(halves / 2) by products, a square root and a division; false where some of them
/// may be wrong. The largest error is that of 7 halves, 2 units in the last place, 2.5 if negative.
template <block_number T>
STRIA_NOINLINE bool power_by_halves(T* __restrict to, index n, const T* __restrict x, int halves) {
  const int magnitude = halves < 0 ? -halves : halves;
  int products = magnitude / 2;
  if (magnitude % 2 != 0) {
    for (index k = 0; k < n; ++k)
      to[k] = sqrt_in_loop(x[k]);
  } else if (products > 1) {
    for (index k = 0; k < n; ++k)
      to[k] = x[k] * x[k];
    products -= 2;
  } else {
    for (index k = 0; k < n; ++k)
      to[k] = T(1);
  }
  for (; products > 0; --products)
    for (index k = 0; k < n; ++k)
      to[k] *= x[k];
  if (halves >= 0 && magnitude % 2 == 0)
    return true;
  block_flag<T> wrong = 0;
  if (halves >= 0) {
    // -0.0 to a half power is 0.0, and -infinity to one is infinity.
    for (index k = 0; k < n; ++k) {
      to[k] += T(0);
      wrong |= to[k] != to[k];
    }
  } else {
    // What is subnormal has lost digits, what overflows may have a subnormal reciprocal.
    constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max() / 8;
    if (magnitude % 2 != 0)
      for (index k = 0; k < n; ++k)
        to[k] += T(0);
    for (index k = 0; k < n; ++k) {
      const T y = to[k], size = y < T(0) ? -y : y;
      to[k] = T(1) / y;
      wrong |= within(size, least, most) | flag_of<T>(y == T(0)) ? 0 : 1;
    }
  }
  return wrong == 0;
}

/// to[k] = x[k]^p. NumPy: `x ** p`.
template <block_number T>
STRIA_NOINLINE void power_block(T* __restrict to, index n, const T* __restrict x, T p) {
  if (p >= T(-4) && p <= T(4) && T(2) * p == static_cast<T>(static_cast<int>(T(2) * p))) {
    if (power_by_halves(to, n, x, static_cast<int>(T(2) * p)))
      return;
  }
  for (index k = 0; k < n; ++k)
    to[k] = cmath::pow(x[k], p);
}

/// to[k] = x[k]^p of integers, p >= 0; wraps where the result does not fit.
template <std::integral T>
STRIA_NOINLINE void power_block(T* __restrict to, index n, const T* __restrict x, T p) {
  using U = std::make_unsigned_t<std::conditional_t<(sizeof(T) < sizeof(int)), int, T>>;
  // The bits of p from the highest one on: square, and multiply where the bit is set.
  const auto power = static_cast<U>(p);
  int bit = static_cast<int>(std::bit_width(power)) - 1;
  for (index k = 0; k < n; ++k)
    to[k] = bit < 0 ? T(1) : x[k];
  while (--bit >= 0) {
    const bool times_x = (power >> bit & 1U) != 0;
    for (index k = 0; k < n; ++k) {
      const U square = static_cast<U>(to[k]) * static_cast<U>(to[k]);
      to[k] = static_cast<T>(times_x ? square * static_cast<U>(x[k]) : square);
    }
  }
}

/// to[k] = the length of (x(k), y(k)), 1 unit in the last place off at most; false where a square
/// may be too large or too small.
template <block_number T, class X, class Y>
STRIA_INLINE bool length_of_pairs(T* to, index n, const X& x, const Y& y) {
  constexpr T least = sizeof(T) == 4 ? T(1e-15) : T(1e-140),
              most = sizeof(T) == 4 ? T(1e15) : T(1e140);
  block_flag<T> wrong = 0;
  for (index k = 0; k < n; ++k) {
    const T a = x(k), b = y(k), length = sqrt_in_loop(a * a + b * b);
    const T sum = (a < 0 ? -a : a) + (b < 0 ? -b : b);
    to[k] = length;
    wrong |= within(length, least, most) | flag_of<T>(sum == 0) ? 0 : 1;
  }
  return wrong == 0;
}

/// to[k] = hypot(x[k], y[k]).
template <block_number T>
STRIA_NOINLINE void hypot_block(T* __restrict to, index n, const T* __restrict x,
                                const T* __restrict y) {
  if (!length_of_pairs(to, n, [&](index k) { return x[k]; }, [&](index k) { return y[k]; }))
    for (index k = 0; k < n; ++k)
      to[k] = cmath::hypot(x[k], y[k]);
}
/// to[k] = |z[k]| of complex numbers.
template <block_number T, class Z>
STRIA_NOINLINE void abs_block(T* __restrict to, index n, const Z* z) {
  const auto real = [&](index k) { return z[k].real(); };
  const auto imag = [&](index k) { return z[k].imag(); };
  if (!length_of_pairs(to, n, real, imag))
    for (index k = 0; k < n; ++k)
      to[k] = cmath::hypot(real(k), imag(k));
}

} // namespace stria::detail
