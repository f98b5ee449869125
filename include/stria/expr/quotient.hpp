// SPDX-License-Identifier: BSL-1.0
// expr/quotient.hpp: division of integers, truncated as in C++ and rounded down as in NumPy.
#pragma once

#include <stria/base/config.hpp>

#include <concepts>
#include <type_traits>

namespace stria::detail {

/// Integers whose truncated quotient a floating-point division gives exactly, which is vectorised
/// where integer division is not: a quotient that is no integer differs from the next one by at
/// least 2^-n of itself, for numbers of n bits.
template <class A, class B>
concept divides_in_vectors = std::integral<A> && std::integral<B> && sizeof(A) <= 4 &&
                             sizeof(B) <= 4 && !(std::same_as<A, bool> && std::same_as<B, bool>);

/// a / b of integers, as C++ has it.
template <class A, class B> STRIA_INLINE constexpr auto quotient_of(const A& a, const B& b) {
  using C = decltype(a + b);
  const auto x = static_cast<C>(a), y = static_cast<C>(b);
  if constexpr (divides_in_vectors<A, B>)
    if !consteval {
      if (!__builtin_constant_p(y)) {
        using F = std::conditional_t<sizeof(A) <= 2 && sizeof(B) <= 2, float, double>;
        return static_cast<C>(static_cast<F>(x) / static_cast<F>(y));
      }
    }
  return static_cast<C>(x / y);
}
/// a % b of integers, as C++ has it.
template <class A, class B> STRIA_INLINE constexpr auto rest_of(const A& a, const B& b) {
  using C = decltype(a + b);
  if constexpr (divides_in_vectors<A, B>)
    if !consteval {
      if (!__builtin_constant_p(b))
        return static_cast<C>(static_cast<C>(a) - quotient_of(a, b) * static_cast<C>(b));
    }
  return static_cast<C>(static_cast<C>(a) % static_cast<C>(b));
}

/// What integers are divided by: NumPy gives 0 for a division by 0, and nothing overflows by -1.
template <std::integral A> STRIA_INLINE constexpr A safe_divisor(A b) {
  if constexpr (std::is_signed_v<A>)
    return b == 0 || b == A{-1} ? A{1} : b;
  else
    return b == 0 ? A{1} : b;
}
/// 1 where a truncated quotient is above the floored one: r is what it leaves. No branches.
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
  // Unsigned: the smallest integer has no counterpart and stays.
  using U = std::make_unsigned_t<A>;
  const A negative = static_cast<A>(U{0} - static_cast<U>(a));
  const A by_one = std::is_signed_v<A> && b == static_cast<A>(-1) ? negative : q;
  return b == 0 ? A{0} : by_one;
}

} // namespace stria::detail
