// SPDX-License-Identifier: BSL-1.0
// expr/quotient.hpp: integer division, truncated as in C++ and floored as in NumPy.
// Tests: tests/expr/narrow_integers.cpp, tests/numpy/limits.cpp.
#pragma once

#include <stria/expr/modular.hpp>

#include <concepts>
#include <type_traits>

namespace stria::detail {

/// Integers whose truncated quotient a / b can be computed exactly by a floating-point reciprocal.
/// Compilers vectorise this, but not an integer division, and they compute the reciprocal of a
/// constant divisor only once.
template <class A, class B>
concept divides_in_vectors = std::integral<A> && std::integral<B> && sizeof(A) <= 4 &&
                             sizeof(B) <= 4 && !(std::same_as<A, bool> && std::same_as<B, bool>);

/// Bits up to which a dividend is divided in float instead of double.
inline constexpr int short_bits = 18;
/// Bits of the absolute value of an integer of type A that becomes a C. A negative short integer
/// becomes a large one if C is unsigned.
template <class A, class C>
inline constexpr int dividend_bits =
    std::is_unsigned_v<A> || std::is_signed_v<C> ? 8 * static_cast<int>(sizeof(A))
                                                 : 8 * static_cast<int>(sizeof(C));

/// The type in which dividends of at most `Bits` bits are divided.
template <int Bits> using dividing_t = std::conditional_t<(Bits <= short_bits), float, double>;
/// x / y, which is truncated later. The reciprocal is too large by the factor 1 + excess. The
/// excess exceeds the rounding errors, so integer quotients do not fall below their value. It is
/// less than 2^-n for a dividend of n bits, and any other quotient is at least that far (relative
/// to itself) below the next integer.
template <std::floating_point F> STRIA_INLINE constexpr F times_reciprocal(F x, F y) {
  constexpr F excess = std::same_as<F, float> ? F{0x1p-20} : F{0x1p-40};
  return x * ((F{1} + excess) / y);
}

/// a / b of integers, as in C++. The absolute value of a has at most `Bits` bits.
/// Not for the smallest integer divided by -1, whose quotient does not fit.
template <int Bits, class A, class B>
STRIA_INLINE constexpr auto quotient_of(const A& a, const B& b) {
  using C = decltype(a + b);
  const auto x = static_cast<C>(a), y = static_cast<C>(b);
  if constexpr (divides_in_vectors<A, B>)
    if !consteval {
      using F = dividing_t<Bits>;
      if (!__builtin_constant_p(y))
        return static_cast<C>(times_reciprocal(static_cast<F>(x), static_cast<F>(y)));
    }
  return static_cast<C>(x / y);
}
template <class A, class B> STRIA_INLINE constexpr auto quotient_of(const A& a, const B& b) {
  return quotient_of<dividend_bits<A, decltype(a + b)>>(a, b);
}
/// a % b of integers, as in C++.
template <int Bits, class A, class B> STRIA_INLINE constexpr auto rest_of(const A& a, const B& b) {
  using C = decltype(a + b);
  if constexpr (divides_in_vectors<A, B>)
    if !consteval {
      if (!__builtin_constant_p(b))
        return static_cast<C>(static_cast<C>(a) - quotient_of<Bits>(a, b) * static_cast<C>(b));
    }
  return static_cast<C>(static_cast<C>(a) % static_cast<C>(b));
}
template <class A, class B> STRIA_INLINE constexpr auto rest_of(const A& a, const B& b) {
  return rest_of<dividend_bits<A, decltype(a + b)>>(a, b);
}

/// True if a dividend of type A may be the smallest C, whose quotient by -1 does not fit.
template <class A, class C>
concept quotient_may_overflow =
    std::is_signed_v<C> && dividend_bits<A, C> == 8 * static_cast<int>(sizeof(C));
/// x / |y|, which always fits.
template <std::signed_integral C> STRIA_INLINE constexpr C quotient_by_magnitude(C x, C y) {
  const double size = __builtin_fabs(static_cast<double>(y));
  return static_cast<C>(times_reciprocal(static_cast<double>(x), size));
}
/// x, or -x if y is negative, without branches.
template <std::signed_integral C> STRIA_INLINE constexpr modular_t<C> with_sign_of(C y, C x) {
  const modular_t<C> sign = modular<C>(y < 0 ? C{-1} : C{0});
  return (modular<C>(x) ^ sign) - sign;
}
/// a / b of integers, as in C++, but the smallest integer divided by -1 wraps, as in NumPy.
template <class A, class B> STRIA_INLINE constexpr auto wrapped_quotient(const A& a, const B& b) {
  using C = decltype(a + b);
  if constexpr (quotient_may_overflow<A, C>) {
    const auto x = static_cast<C>(a), y = static_cast<C>(b);
    if constexpr (divides_in_vectors<A, B>)
      if !consteval {
        if (!__builtin_constant_p(y))
          return static_cast<C>(with_sign_of(y, quotient_by_magnitude(x, y)));
      }
    return y == C{-1} ? negative_of(x) : static_cast<C>(x / y);
  } else {
    return quotient_of(a, b);
  }
}
/// a % b of integers, as in C++; 0 if b is -1.
template <class A, class B> STRIA_INLINE constexpr auto wrapped_rest(const A& a, const B& b) {
  using C = decltype(a + b);
  if constexpr (quotient_may_overflow<A, C>) {
    const auto x = static_cast<C>(a), y = static_cast<C>(b);
    if constexpr (divides_in_vectors<A, B>)
      if !consteval {
        if (!__builtin_constant_p(y))
          return static_cast<C>(modular<C>(x) -
                                modular<C>(quotient_by_magnitude(x, y)) * with_sign_of(y, y));
      }
    return y == C{-1} ? C{0} : static_cast<C>(x % y);
  } else {
    return rest_of(a, b);
  }
}

/// Replaces the divisors 0 and -1 by 1. Callers handle them separately: NumPy gives 0 for division
/// by 0, and division by -1 can overflow.
template <std::integral A> STRIA_INLINE constexpr A safe_divisor(A b) {
  if constexpr (std::is_signed_v<A>)
    return b == 0 || b == A{-1} ? A{1} : b;
  else
    return b == 0 ? A{1} : b;
}
/// 1 if the truncated quotient is greater than the floored one, otherwise 0, without branches. `r`
/// is the remainder of the truncated division by b.
template <std::integral A> STRIA_INLINE constexpr A above_floor(A r, A b) {
  return static_cast<A>(static_cast<A>(r != 0) & static_cast<A>((r ^ b) < 0));
}
template <std::integral A> STRIA_INLINE constexpr A floor_remainder(A a, A b) {
  const A divisor = safe_divisor(b), r = static_cast<A>(rest_of(a, divisor));
  return static_cast<A>(r + above_floor(r, divisor) * divisor);
}
template <std::integral A> STRIA_INLINE constexpr A floor_quotient(A a, A b) {
  const A divisor = safe_divisor(b), r = static_cast<A>(rest_of(a, divisor));
  const A q = static_cast<A>(quotient_of(a, divisor) - above_floor(r, divisor));
  const A by_one = std::is_signed_v<A> && b == static_cast<A>(-1) ? negative_of(a) : q;
  return b == 0 ? A{0} : by_one;
}

} // namespace stria::detail
