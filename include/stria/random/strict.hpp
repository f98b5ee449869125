// SPDX-License-Identifier: BSL-1.0
// random/strict.hpp: double arithmetic that gives the same bits on every compiler and machine, and
// the functions that random numbers need, built from it.
//
// IEEE 754 defines + - * / and the square root to the last bit. Compilers differ in the operations
// that they contract to one rounding (a * b + c), reorder or replace (-ffast-math), and machines
// differ in the results of log and exp in libm. Here each result passes through an empty assembler
// statement, which compilers do not analyse, and log and exp are sums in a fixed order.
// Tests: tests/random/draws.cpp, tests/random/exact_laws.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/random/wide.hpp>

#include <cstddef>

namespace stria::detail {

/// x, hidden from the optimiser, which then does not know how x was computed or how it is used.
STRIA_INLINE constexpr double pinned(double x) {
  if !consteval {
#if defined(__x86_64__)
    __asm__("" : "+x"(x));
#elif defined(__aarch64__)
    __asm__("" : "+w"(x));
#else
    __asm__("" : "+m"(x));
#endif
  }
  return x;
}
/// Hides a divisor. `volatile` is needed, because -ffast-math replaces several divisions by the
/// same divisor with multiplications by its reciprocal.
STRIA_INLINE constexpr double pinned_divisor(double x) {
  if !consteval {
#if defined(__x86_64__)
    __asm__ volatile("" : "+x"(x));
#elif defined(__aarch64__)
    __asm__ volatile("" : "+w"(x));
#else
    __asm__ volatile("" : "+m"(x));
#endif
  }
  return x;
}

/// A double with the arithmetic of IEEE 754, independent of compiler options.
struct strict {
  double value = 0;

  constexpr strict() = default;
  STRIA_INLINE constexpr strict(double x) : value(x) {}

  STRIA_INLINE friend constexpr strict operator+(strict a, strict b) {
    return pinned(a.value + b.value);
  }
  STRIA_INLINE friend constexpr strict operator-(strict a, strict b) {
    return pinned(a.value - b.value);
  }
  STRIA_INLINE friend constexpr strict operator*(strict a, strict b) {
    return pinned(a.value * b.value);
  }
  STRIA_INLINE friend constexpr strict operator/(strict a, strict b) {
    return pinned(pinned(a.value) / pinned_divisor(b.value));
  }
  STRIA_INLINE friend constexpr strict operator-(strict a) { return pinned(-a.value); }
  STRIA_INLINE friend constexpr bool operator<(strict a, strict b) { return a.value < b.value; }
  STRIA_INLINE friend constexpr bool operator>(strict a, strict b) { return a.value > b.value; }
  STRIA_INLINE friend constexpr bool operator<=(strict a, strict b) { return a.value <= b.value; }
  STRIA_INLINE friend constexpr bool operator>=(strict a, strict b) { return a.value >= b.value; }
};

// NaN and infinity are detected from the bits, because -ffast-math removes comparisons.
constexpr std::uint64_t magnitude_bits(double x) {
  return __builtin_bit_cast(std::uint64_t, x) & ~std::uint64_t{0} >> 1U;
}
constexpr bool is_finite(double x) { return magnitude_bits(x) < 0x7FF0000000000000; }
constexpr strict unbounded() { return pinned(__builtin_bit_cast(double, 0x7FF0000000000000)); }
/// True if x is finite and at least 0. is_positive() requires that x is finite and above 0.
constexpr bool is_at_least_zero(double x) { return is_finite(x) && x >= 0; }
constexpr bool is_positive(double x) { return is_finite(x) && x > 0; }

constexpr strict absolute(strict x) {
  return pinned(__builtin_bit_cast(double, magnitude_bits(x.value)));
}

/// 2^n for -1022 <= n <= 1023.
constexpr double power_of_two(int n) {
  return __builtin_bit_cast(double, static_cast<std::uint64_t>(n + 1023) << 52U);
}

/// The square root of x >= 0.
STRIA_INLINE constexpr strict square_root(strict x) {
  if consteval {
    if (x.value <= 0)
      return 0.0;
    // x = m * 4^e with 2^106 <= m < 2^108: the root of m has 54 bits and is rounded.
    int e = 0;
    double m = x.value;
    for (; m >= 0x1p108; m *= 0.25)
      ++e;
    for (; m < 0x1p106; m *= 4)
      --e;
    const auto n = static_cast<wide>(m);
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 53U; bit != 0; bit /= 2)
      if (wide_product(root + bit, root + bit) <= n)
        root += bit;
    // `root` is between 2^53 and 2^54, which is one bit more than a double has. An odd root is
    // rounded up, because no square root is exactly halfway between two doubles.
    double r = static_cast<double>(root / 2 + root % 2);
    for (r *= 2; e > 0; --e)
      r *= 2;
    for (; e < 0; ++e)
      r *= 0.5;
    return r;
  } else {
    return pinned(__builtin_sqrt(pinned(x.value)));
  }
}

// The functions below are not templates, and the tables are C arrays, so that including the header
// instantiates nothing.

/// c[0] + c[1] x + c[2] x^2 + ..., n even. Adding the terms in pairs makes the dependency chain
/// half as long as in Horner's method.
STRIA_INLINE constexpr strict polynomial(strict x, const double* c, int n) {
  const strict square = x * x;
  strict sum = strict(c[n - 2]) + strict(c[n - 1]) * x;
  for (int k = n - 2; k > 0; k -= 2)
    sum = (strict(c[k - 2]) + strict(c[k - 1]) * x) + square * sum;
  return sum;
}

inline constexpr double strict_pi = 0x1.921fb54442d18p+1, strict_ln_2 = 0x1.62e42fefa39efp-1;
/// ln 2 in two parts; the product of the first with any exponent is exact.
inline constexpr double ln_2_high = 0x1.62e42fefa38p-1, ln_2_low = 0x1.ef35793c7673p-45;

/// 1/3, 1/5, 1/7, ...: artanh(s) = s + s^3 / 3 + ...
inline constexpr double artanh_series[]{1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                                        1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};

/// ln(x) for x > 0, to a few units in the last place; -infinity for 0.
constexpr strict logarithm(strict x) {
  if (x.value <= 0)
    return -unbounded();
  int e = 0;
  std::uint64_t bits = __builtin_bit_cast(std::uint64_t, x.value);
  if (bits >= 0x7FF0000000000000)
    return x;
  if (bits < 0x0010000000000000) {
    bits = __builtin_bit_cast(std::uint64_t, (x * 0x1p54).value);
    e = -54;
  }
  // x = m * 2^e with 0.7 < m < 1.5, and ln(m) = 2 artanh(s), s = (m - 1) / (m + 1) < 0.18.
  constexpr std::uint64_t from = 0x3FE6A00000000000; // 0.707
  e += static_cast<int>(static_cast<std::int64_t>(bits - from) >> 52U);
  const auto m = strict(__builtin_bit_cast(double, ((bits - from) & 0x000FFFFFFFFFFFFF) + from));
  const strict f = m - 1.0, s = f / (f + 2.0), z = s * s;
  // 2 artanh(s) = f - s (f - 2 z (1/3 + ...)): f is exact, and the rest is small.
  const strict rest = s * (f - z * 2.0 * polynomial(z, artanh_series, 10));
  const strict k = static_cast<double>(e);
  return k * ln_2_high + (f + (k * ln_2_low - rest));
}

/// 1/2!, 1/3!, ...
inline constexpr double exponential_series[]{
    1.0 / 2,     1.0 / 6,      1.0 / 24,      1.0 / 120,      1.0 / 720,       1.0 / 5040,
    1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};

/// e^x.
constexpr strict exponential(strict x) {
  if (x.value > 709.782712893384)
    return unbounded();
  if (x.value < -745.2)
    return 0.0;
  const double shifted = (x * (1 / strict_ln_2)).value;
  const int n = static_cast<int>(shifted < 0 ? shifted - 0.5 : shifted + 0.5);
  const strict k = static_cast<double>(n);
  const strict r = x - k * ln_2_high - k * ln_2_low;
  const strict e = (r + r * r * polynomial(r, exponential_series, 12)) + 1.0;
  // The power of two is applied in two steps, so that the intermediate result is a normal number.
  const int half = n / 2;
  return e * power_of_two(half) * power_of_two(n - half);
}

/// e^x - 1.
constexpr strict exponential_minus_1(strict x) {
  if (x.value < -0.35 || x.value > 0.35)
    return exponential(x) - 1.0;
  return x + x * x * polynomial(x, exponential_series, 12);
}

/// ln(1 + x) for x > -1; -infinity at -1.
constexpr strict logarithm_plus_1(strict x) {
  // The rounding error of 1 + x is corrected proportionally (W. Kahan).
  const strict u = x + 1.0, d = u - 1.0;
  if (magnitude_bits(d.value) == 0)
    return x;
  if (u.value <= 0)
    return -unbounded();
  return logarithm(u) * (x / d);
}

/// x^y for x >= 0 and finite y, to |y ln x| units in the last place.
constexpr strict strict_power(strict x, strict y) {
  if (x.value <= 0)
    return y.value > 0 ? strict(0.0) : y.value < 0 ? unbounded() : strict(1.0);
  const strict l = logarithm(x) * y;
  return exponential(l.value > 1e4 ? strict(1e4) : l.value < -1e4 ? strict(-1e4) : l);
}

/// The arc tangent of t >= 0.
constexpr strict arc_tangent(strict t) {
  const bool inverted = t.value > 1;
  if (inverted)
    t = strict(1.0) / t;
  // The angle is halved twice, to at most pi / 16.
  for (int k = 0; k < 2; ++k)
    t = t / (square_root(t * t + 1.0) + 1.0);
  // 1/3 - z/5 + z^2/7 - ... with z = t^2 is the series of artanh at -z.
  const strict z = t * t;
  const strict a = (t - t * z * polynomial(-z, artanh_series, 10)) * 4.0;
  return inverted ? strict(strict_pi / 2) - a : a;
}
/// The angle in [0, pi] whose cosine is w.
constexpr strict arc_cosine(strict w) {
  if (w.value <= -1)
    return strict_pi;
  if (w.value >= 1)
    return 0.0;
  return arc_tangent(square_root((strict(1.0) - w) / (w + 1.0))) * 2.0;
}

} // namespace stria::detail
