// SPDX-License-Identifier: BSL-1.0
// expr/extremes.hpp: the function objects behind maximum(), minimum() and clip().
#pragma once

#include <stria/expr/operators.hpp>

namespace stria {

namespace elementwise {
// If either side is NaN, the result is NaN, as in NumPy. Integers of different signedness are
// compared by value. The larger value always fits into the common type of C++, the smaller one into
// the signed type of the same size.
struct maximum_fn {
  static constexpr const char* text = "maximum";
  static constexpr const char* takes = detail::real_numbers;
  template <class A, class B>
    requires detail::has_order<A, B>
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (detail::mixed_integers<A, B>) {
      using C = decltype(a + b);
      return std::cmp_greater(+a, +b) ? static_cast<C>(a) : static_cast<C>(b);
    } else if constexpr (std::integral<A> && std::same_as<A, B>) {
      const A best = a > b ? a : b;
      return +best;
    } else {
      return detail::promoted(
          [](const auto& x, const auto& y) {
            const auto best = x > y ? x : y; // one vector instruction; y if x or y is NaN
            return x == x ? best : x;
          },
          a, b);
    }
  }
};
struct minimum_fn {
  static constexpr const char* text = "minimum";
  static constexpr const char* takes = detail::real_numbers;
  template <class A, class B>
    requires detail::has_order<A, B>
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (detail::mixed_integers<A, B>) {
      using C = std::make_signed_t<decltype(a + b)>;
      return std::cmp_less(+a, +b) ? static_cast<C>(a) : static_cast<C>(b);
    } else if constexpr (std::integral<A> && std::same_as<A, B>) {
      const A best = a < b ? a : b;
      return +best;
    } else {
      return detail::promoted(
          [](const auto& x, const auto& y) {
            const auto best = x < y ? x : y; // one vector instruction; y if x or y is NaN
            return x == x ? best : x;
          },
          a, b);
    }
  }
};
} // namespace elementwise

} // namespace stria
