// SPDX-License-Identifier: BSL-1.0
// math/blocks.hpp: functions of <cmath> for a block of elements, as loops that compilers
// vectorise.
//
// Elements for which such a loop is inaccurate are recomputed with <cmath>. See
// docs/design/simd.md. Tests: tests/numpy/elementwise/powers.cpp, tests/simd/functions.cpp.
#pragma once

#include <stria/base/index.hpp>
#include <stria/expr/modular.hpp>
#include <stria/math/cmath.hpp>
#include <stria/math/limits.hpp>
#include <stria/math/simd.hpp>

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

/// A number that is as wide as T, so that loops that compare elements and collect the results are
/// vectorised.
template <block_number T>
using flag_of = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

// Precedes a loop with divisions or square roots. clang would compute several vectors at a time,
// which takes as long, and the elements after the last group of vectors one at a time.
#if defined(__clang__)
#define STRIA_ONE_VECTOR _Pragma("clang loop interleave(disable)")
#else
#define STRIA_ONE_VECTOR
#endif

/// to[k] = value(k), and then to[k] = exact(k) where `right(k, to[k])` is false. Each element is
/// decided separately, so that its value does not depend on its block.
template <block_number T, class Value, class Right, class Exact>
STRIA_INLINE void store_and_correct(T* __restrict to, index n, const Value& value,
                                    const Right& right, const Exact& exact) {
  using flag = flag_of<T>;
  flag wrong = 0;
  STRIA_ONE_VECTOR
  for (index k = 0; k < n; ++k) {
    const T v = value(k);
    to[k] = v;
    wrong |= right(k, v) ? flag{0} : flag{1};
  }
  if (wrong != 0) [[unlikely]]
    for (index k = 0; k < n; ++k)
      if (!right(k, to[k]))
        to[k] = exact(k);
}

/// Calls `exact(k)` for the elements of a block for which `right(k)` is false. Each element is
/// decided separately, so that its value does not depend on its block.
template <block_number T, class Right, class Exact>
STRIA_INLINE void correct_block(index n, const Right& right, const Exact& exact) {
  using flag = flag_of<T>;
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

/// to[k] = x[k]^Factors. The number of products is static, so that every element is read once.
template <int Factors, block_number T>
STRIA_NOINLINE void multiply_block(T* __restrict to, index n, const T* __restrict x) {
  for (index k = 0; k < n; ++k) {
    T power = x[k];
    for (int i = 1; i < Factors; ++i)
      power *= x[k];
    to[k] = power;
  }
}
/// to[k] = x[k]^p for p = Factors + 1 / 2. The largest error is 2 units in the last place, for
/// three factors.
template <int Factors, block_number T>
STRIA_NOINLINE void root_block(T* __restrict to, index n, const T* __restrict x) {
  store_and_correct(
      to, n,
      [&](index k) {
        T power = sqrt_in_loop(x[k]);
        for (int i = 0; i < Factors; ++i)
          power *= x[k];
        return power + T(0); // a power of -0.0 is 0.0
      },
      // A power of -infinity is infinity, not a NaN.
      [](index, T power) { return power == power; },
      [&](index k) { return cmath::pow(x[k], T(Factors) + T(0.5)); });
}
/// to[k] = x[k]^(halves / 2) by products and a square root, for 0 to 8 halves.
template <block_number T>
STRIA_INLINE void power_by_halves(T* __restrict to, index n, const T* __restrict x, int halves) {
  switch (halves) {
  case 1: return root_block<0>(to, n, x);
  case 2: return multiply_block<1>(to, n, x);
  case 3: return root_block<1>(to, n, x);
  case 4: return multiply_block<2>(to, n, x);
  case 5: return root_block<2>(to, n, x);
  case 6: return multiply_block<3>(to, n, x);
  case 7: return root_block<3>(to, n, x);
  case 8: return multiply_block<4>(to, n, x);
  default:
    for (index k = 0; k < n; ++k)
      to[k] = T(1);
  }
}

/// True if power_by_halves() computes x^p or its reciprocal.
template <block_number T> STRIA_INLINE bool is_few_halves(T p) {
  return p >= T(-4) && p <= T(4) && T(2) * p == static_cast<T>(static_cast<int>(T(2) * p));
}

/// to[k] = x[k]^p for p = -halves / 2. The largest error is 2.5 units in the last place, for 7
/// halves.
template <block_number T>
STRIA_NOINLINE void reciprocal_powers(T* __restrict to, index n, const T* __restrict x,
                                      int halves) {
  power_by_halves(to, n, x, halves);
  // A reciprocal is inaccurate if the power overflows or is subnormal.
  using numbers = std::numeric_limits<T>;
  constexpr T least = numbers::min() * 8, most = numbers::max() / 8;
  store_and_correct(
      to, n, [&](index k) { return T(1) / to[k]; },
      [&](index k, T power) {
        const bool inside = within(magnitude_of(power), least, most), zero = x[k] == T(0);
        return inside | zero;
      },
      [&](index k) { return cmath::pow(x[k], T(-halves) / 2); });
}
/// to[k] = x[k]^p by the C library.
template <block_number T>
STRIA_NOINLINE void exact_powers(T* __restrict to, index n, const T* __restrict x, T p) {
  for (index k = 0; k < n; ++k)
    to[k] = cmath::pow(x[k], p);
}
/// to[k] = x[k]^p, as `x ** p` in NumPy.
template <block_number T>
STRIA_INLINE void power_block(T* __restrict to, index n, const T* __restrict x, T p) {
  if (!is_few_halves(p)) [[unlikely]]
    return exact_powers(to, n, x, p);
  const int halves = static_cast<int>(T(2) * p);
  if (halves < 0)
    return reciprocal_powers(to, n, x, -halves);
  power_by_halves(to, n, x, halves);
}

/// to[k] = x[k]^p for integers, p >= 0; results that do not fit wrap around.
template <std::integral T>
STRIA_NOINLINE void power_block(T* __restrict to, index n, const T* __restrict x, T p) {
  using U = modular_t<T>;
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
  store_and_correct(
      to, n, [&](index k) { return sqrt_in_loop(x(k) * x(k) + y(k) * y(k)); },
      [&](index k, T length) {
        const T sum = magnitude_of(x(k)) + magnitude_of(y(k));
        const bool inside = within(length, least, most), zero = sum == T(0);
        return inside | zero;
      },
      [&](index k) { return cmath::hypot(x(k), y(k)); });
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
  constexpr index most = limits::staged_block;
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
  constexpr index size = limits::staged_block;
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
