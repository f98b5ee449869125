// SPDX-License-Identifier: BSL-1.0
// backend/blocks.hpp: functions of <cmath> for a block of elements, as loops that compilers
// vectorise.
//
// Elements for which such a loop is inaccurate are recomputed with <cmath>. See
// docs/design/simd.md.
#pragma once

#include <stria/backend/cmath.hpp>
#include <stria/backend/simd.hpp>
#include <stria/base/index.hpp>
#include <stria/eval/limits.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace stria::detail {

// A square root that does not set errno, so that its loops are vectorised. With clang it is a
// builtin. With g++ it needs the flag -fno-math-errno, which the CMake target stria::stria adds.
#if defined(__clang__)
#if __has_builtin(__builtin_elementwise_sqrt)
#define STRIA_SQRT_IN_LOOPS(x) __builtin_elementwise_sqrt(x)
#endif
#elif defined(__NO_MATH_ERRNO__)
#define STRIA_SQRT_IN_LOOPS(x) ::stria::detail::cmath::sqrt(x)
#endif

template <block_number T> STRIA_INLINE T sqrt_in_loop(T x) {
#if defined(STRIA_SQRT_IN_LOOPS)
  return STRIA_SQRT_IN_LOOPS(x);
#else
  return cmath::sqrt(x);
#endif
}

/// Calls `exact(k)` for the elements of a block for which `right(k)` is false. Each element is
/// decided separately, so that its value does not depend on its block. The first loop is
/// vectorised, because its flags are as wide as the elements and are not converted from bool.
template <block_number T, class Right, class Exact>
STRIA_INLINE void correct_block(index n, const Right& right, const Exact& exact) {
  using flag = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  flag wrong = 0;
  for (index k = 0; k < n; ++k)
    wrong |= right(k) ? flag{0} : flag{1};
  if (wrong == 0) [[likely]]
    return;
  for (index k = 0; k < n; ++k)
    if (!right(k))
      exact(k);
}

template <block_number T> STRIA_INLINE T magnitude_of(T x) { return x < T(0) ? -x : x; }
/// Uses & because g++ does not vectorise &&.
template <block_number T> STRIA_INLINE bool within(T x, T least, T most) {
  return (x >= least) & (x <= most);
}

/// to[k] = x[k]^(halves / 2) by products, a square root and a division, for -8 to 8 halves. The
/// largest error is 2 units in the last place for 7 halves, and 2.5 for -7.
template <block_number T>
STRIA_NOINLINE void power_by_halves(T* __restrict to, index n, const T* __restrict x, int halves) {
  const int magnitude = halves < 0 ? -halves : halves;
  // The number of products is static in each loop, so that every element is read once.
  const auto multiply = [=]<int... Factor>(std::integer_sequence<int, Factor...>, bool has_root)
                            __attribute__((always_inline)) {
                              if (has_root)
                                for (index k = 0; k < n; ++k) {
                                  T power = sqrt_in_loop(x[k]);
                                  ((static_cast<void>(Factor), power *= x[k]), ...);
                                  to[k] = power + T(0); // -0.0 to the power of halves / 2 is 0.0
                                }
                              else
                                for (index k = 0; k < n; ++k) {
                                  T power = x[k];
                                  ((static_cast<void>(Factor), power *= x[k]), ...);
                                  to[k] = power;
                                }
                            };
  const bool has_root = magnitude % 2 != 0;
  switch (magnitude / 2 - (has_root ? 0 : 1)) {
  case 0: multiply(std::integer_sequence<int>(), has_root); break;
  case 1: multiply(std::make_integer_sequence<int, 1>(), has_root); break;
  case 2: multiply(std::make_integer_sequence<int, 2>(), has_root); break;
  case 3: multiply(std::make_integer_sequence<int, 3>(), has_root); break;
  default:
    for (index k = 0; k < n; ++k)
      to[k] = T(1);
  }
  if (halves < 0)
    for (index k = 0; k < n; ++k)
      to[k] = T(1) / to[k];
}

/// True if power_by_halves() computes x^p.
template <block_number T> STRIA_INLINE bool is_few_halves(T p) {
  return p >= T(-4) && p <= T(4) && T(2) * p == static_cast<T>(static_cast<int>(T(2) * p));
}

/// to[k] = x[k]^p, as `x ** p` in NumPy.
template <block_number T>
STRIA_NOINLINE void power_block(T* __restrict to, index n, const T* __restrict x, T p) {
  const auto exact = [&](index k) { to[k] = cmath::pow(x[k], p); };
  if (!is_few_halves(p)) {
    for (index k = 0; k < n; ++k)
      exact(k);
    return;
  }
  const int halves = static_cast<int>(T(2) * p);
  power_by_halves(to, n, x, halves);
  // A reciprocal is inaccurate if the power overflows or is subnormal.
  using limits = std::numeric_limits<T>;
  constexpr T least = limits::min() * 8, most = limits::max() / 8;
  if (halves < 0)
    correct_block<T>(
        n,
        [&](index k) {
          const bool inside = within(magnitude_of(to[k]), least, most), zero = x[k] == T(0);
          return inside | zero;
        },
        exact);
  else if (halves % 2 != 0) // -infinity to the power of halves / 2 is infinity, not a NaN
    correct_block<T>(n, [&](index k) { return to[k] == to[k]; }, exact);
}

/// to[k] = x[k]^p for integers, p >= 0; results that do not fit wrap around.
template <std::integral T>
STRIA_NOINLINE void power_block(T* __restrict to, index n, const T* __restrict x, T p) {
  using U = std::make_unsigned_t<std::conditional_t<(sizeof(T) < sizeof(int)), int, T>>;
  // From the highest bit of p on: square, and multiply if the bit is set.
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

/// to[k] = the length of (x(k), y(k)), with an error of at most 1 unit in the last place.
template <block_number T, class X, class Y>
STRIA_INLINE void length_block(T* __restrict to, index n, const X& x, const Y& y) {
  // Between these limits no square overflows, and no square that affects the sum is subnormal.
  constexpr T least = sizeof(T) == 4 ? T(1e-15) : T(1e-140),
              most = sizeof(T) == 4 ? T(1e15) : T(1e140);
  for (index k = 0; k < n; ++k)
    to[k] = sqrt_in_loop(x(k) * x(k) + y(k) * y(k));
  correct_block<T>(
      n,
      [&](index k) {
        const T sum = magnitude_of(x(k)) + magnitude_of(y(k));
        const bool inside = within(to[k], least, most), zero = sum == T(0);
        return inside | zero;
      },
      [&](index k) { to[k] = cmath::hypot(x(k), y(k)); });
}

/// to[k] = hypot(x[k], y[k]).
template <block_number T>
STRIA_NOINLINE void hypot_block(T* __restrict to, index n, const T* __restrict x,
                                const T* __restrict y) {
  length_block(to, n, [&](index k) { return x[k]; }, [&](index k) { return y[k]; });
}
/// to[k] = |z[k]| for complex numbers.
template <block_number T, class Z>
STRIA_NOINLINE void abs_block(T* __restrict to, index n, const Z* __restrict z) {
  length_block(to, n, [&](index k) { return z[k].real(); }, [&](index k) { return z[k].imag(); });
}

#if defined(STRIA_USE_SIMD)
/// The angle of complex numbers by Atan2, a vector function.
template <class Atan2, block_number T, class Z>
STRIA_NOINLINE void arg_block(T* __restrict to, index n, const Z* __restrict z) {
  constexpr index most = limits::complex_bytes / static_cast<index>(sizeof(T));
  T imag[static_cast<std::size_t>(most)];
  for (index from = 0; from < n; from += most) {
    const index count = n - from < most ? n - from : most;
    for (index k = 0; k < count; ++k) {
      to[from + k] = z[from + k].real();
      imag[k] = z[from + k].imag();
    }
    apply_in_vectors<Atan2>(imag, 1, to + from, 1, to + from, count);
  }
}
/// The exponentials of complex numbers by the vector functions Exp, Sin and Cos. `most` is the
/// largest |x| for which exp(x) neither overflows nor becomes subnormal.
template <class Exp, class Sin, class Cos, class Z, class T = typename Z::value_type>
STRIA_NOINLINE void exp_block(Z* __restrict to, index n, const Z* __restrict z, T most) {
  constexpr index size = limits::complex_bytes / static_cast<index>(sizeof(T));
  T radius[static_cast<std::size_t>(size)], sine[static_cast<std::size_t>(size)],
      cosine[static_cast<std::size_t>(size)];
  for (index from = 0; from < n; from += size) {
    const index count = n - from < size ? n - from : size;
    for (index k = 0; k < count; ++k) {
      radius[k] = z[from + k].real();
      cosine[k] = z[from + k].imag();
    }
    apply_in_vectors<Exp>(radius, radius, count);
    apply_in_vectors<Sin>(cosine, sine, count);
    apply_in_vectors<Cos>(cosine, cosine, count);
    for (index k = 0; k < count; ++k)
      to[from + k] = Z(radius[k] * cosine[k], radius[k] * sine[k]);
  }
  correct_block<T>(
      n,
      [&](index k) {
        const bool real = magnitude_of(z[k].real()) <= most,
                   imag = magnitude_of(z[k].imag()) <= std::numeric_limits<T>::max();
        return real & imag;
      },
      [&](index k) { to[k] = Exp()(z[k]); });
}
#endif

} // namespace stria::detail
