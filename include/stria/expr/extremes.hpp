// SPDX-License-Identifier: BSL-1.0
// expr/extremes.hpp: the function objects behind maximum(), minimum() and clip().
// Tests: tests/numpy/elementwise/math.cpp.
#pragma once

#include <stria/expr/selected.hpp>

namespace stria {

namespace detail {
/// The type of the larger (Max) or smaller of two integers. If C++ would convert a signed integer
/// to an unsigned one, the larger is never negative and has the unsigned type, and the smaller has
/// the signed type of the same size. Otherwise it is the type that holds both.
template <class A, class B, bool Max> constexpr auto extreme_type() {
  using common = decltype(A() + B());
  if constexpr (!mixed_integers<A, B> || std::is_signed_v<common>)
    return selected_integer<A, B>();
  else if constexpr (Max)
    return std::type_identity<common>();
  else
    return std::make_signed<common>();
}
template <class A, class B, bool Max>
using extreme_integer = typename decltype(extreme_type<A, B, Max>())::type;
} // namespace detail

namespace elementwise {
// If either side is NaN, the result is NaN, as in NumPy. Integers of different signedness are
// compared by value, and the result has a type that always holds it (extreme_integer).
struct maximum_fn {
  static constexpr const char* text = "maximum";
  static constexpr const char* takes = detail::real_numbers;
  template <class A, class B>
    requires detail::has_order<A, B>
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (std::integral<A> && std::integral<B>) {
      using T = detail::extreme_integer<A, B, true>;
      if constexpr (detail::mixed_integers<A, B>) {
        return std::cmp_greater(+a, +b) ? static_cast<T>(a) : static_cast<T>(b);
      } else {
        const T x = static_cast<T>(a), y = static_cast<T>(b);
        return x > y ? x : y;
      }
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
    if constexpr (std::integral<A> && std::integral<B>) {
      using T = detail::extreme_integer<A, B, false>;
      if constexpr (detail::mixed_integers<A, B>) {
        return std::cmp_less(+a, +b) ? static_cast<T>(a) : static_cast<T>(b);
      } else {
        const T x = static_cast<T>(a), y = static_cast<T>(b);
        return x < y ? x : y;
      }
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
