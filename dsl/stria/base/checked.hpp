// SPDX-License-Identifier: BSL-1.0
// base/checked.hpp: arithmetic on sizes, offsets and counts that detects overflow.
//
// This is the only header that uses __builtin_*_overflow; the `tree` test enforces this.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/errors.hpp>
#include <stria/base/index.hpp>

#include <concepts>
#include <limits>
#include <string_view>
#include <utility>

namespace stria::detail {

// Each of these functions returns true and stores the result in r if the exact result fits.
// Otherwise r holds the result modulo 2^n for the arithmetic functions, and is unchanged for
// round_up_fits and convert_fits.

template <std::integral Ix>
[[nodiscard]] STRIA_INLINE constexpr bool multiply_fits(Ix a, Ix b, Ix& r) {
  return !__builtin_mul_overflow(a, b, &r);
}
template <std::integral Ix> [[nodiscard]] STRIA_INLINE constexpr bool add_fits(Ix a, Ix b, Ix& r) {
  return !__builtin_add_overflow(a, b, &r);
}
template <std::integral Ix>
[[nodiscard]] STRIA_INLINE constexpr bool subtract_fits(Ix a, Ix b, Ix& r) {
  return !__builtin_sub_overflow(a, b, &r);
}

/// n / unit, rounded up. It cannot overflow. Requires n >= 0 and unit > 0.
[[nodiscard]] STRIA_INLINE constexpr index divide_up(index n, index unit) {
  return n / unit + (n % unit != 0 ? 1 : 0);
}
/// Rounds n up to a multiple of `unit`. Requires n >= 0, unit > 0, and that the result fits, for
/// example because n bytes are in memory.
[[nodiscard]] STRIA_INLINE constexpr index round_up(index n, index unit) {
  return divide_up(n, unit) * unit;
}
/// Rounds n up to a multiple of `unit`. Requires n >= 0 and unit > 0.
[[nodiscard]] constexpr bool round_up_fits(index n, index unit, index& r) {
  const index rest = n % unit;
  index sum = n;
  if (rest != 0 && !add_fits(n, unit - rest, sum))
    return false;
  r = sum;
  return true;
}

template <std::unsigned_integral U, std::integral A> constexpr U magnitude(A a) {
  return a < 0 ? static_cast<U>(U{0} - static_cast<U>(a)) : static_cast<U>(a);
}
template <class A, class B> using divisor_type = std::make_unsigned_t<decltype(A{} + B{})>;
/// The largest number that divides both; 0 if both are 0.
template <class A, class B> constexpr divisor_type<A, B> greatest_divisor(A a, B b) {
  using U = divisor_type<A, B>;
  U x = magnitude<U>(a), y = magnitude<U>(b);
  while (y != 0) {
    const U rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}

/// Converts a number to an integer of type T, rounding towards zero. NaN and infinity never fit. A
/// number below the smallest T does not fit either, even if it would round to it (-0.5 for an
/// unsigned T).
template <std::integral T, class X>
  requires(std::integral<X> || std::floating_point<X>)
[[nodiscard]] constexpr bool convert_fits(X x, T& r) {
  if constexpr (std::integral<X>) {
    // std::in_range does not accept bool or character types.
    const T t = static_cast<T>(x);
    if (static_cast<X>(t) != x || (t < T{}) != (x < X{}))
      return false;
    r = t;
  } else {
    // The largest integer, 2^n - 1, may not be exact in X, so 2^n is computed from its half.
    const X limit = static_cast<X>(std::numeric_limits<T>::max() / 2 + 1) * X{2};
    const X lowest = std::is_signed_v<T> ? -limit : X{0};
    if (!(x >= lowest && x < limit))
      return false;
    r = static_cast<T>(x);
  }
  return true;
}

// The functions below raise `value_error` if the exact result does not fit; `what` is the name of
// the operation.

[[noreturn]] [[gnu::cold]] inline void raise_overflow(std::string_view what, index a,
                                                      std::string_view sign, index b) {
  raise<value_error>(message("stria: ") << what << ": " << a << sign << b
                                        << " is out of range for a size; the largest one is "
                                        << std::numeric_limits<index>::max());
}
constexpr index multiply_or_raise(std::string_view what, index a, index b) {
  index r = 0;
  if (!multiply_fits(a, b, r)) [[unlikely]]
    raise_overflow(what, a, " * ", b);
  return r;
}
constexpr index add_or_raise(std::string_view what, index a, index b) {
  index r = 0;
  if (!add_fits(a, b, r)) [[unlikely]]
    raise_overflow(what, a, " + ", b);
  return r;
}
constexpr index subtract_or_raise(std::string_view what, index a, index b) {
  index r = 0;
  if (!subtract_fits(a, b, r)) [[unlikely]]
    raise_overflow(what, a, " - ", b);
  return r;
}
constexpr index round_up_or_raise(std::string_view what, index n, index unit) {
  index r = 0;
  if (!round_up_fits(n, unit, r)) [[unlikely]]
    raise_overflow(what, n, " rounded up to a multiple of ", unit);
  return r;
}
/// Converts a number to an integer of type T, rounding towards zero.
template <std::integral T = index, class X>
constexpr T convert_or_raise(std::string_view what, X x) {
  T r{};
  if (!convert_fits(x, r)) [[unlikely]]
    raise<value_error>(message("stria: ")
                       << what << ": a number (NaN, infinite, or outside of "
                       << std::numeric_limits<T>::min() << " to " << std::numeric_limits<T>::max()
                       << ") cannot be converted to an integer");
  return r;
}

} // namespace stria::detail
