// SPDX-License-Identifier: BSL-1.0
// arguments/run_time_axis.hpp: axis(k), an axis known only at run time.
// Tests: tests/numpy/axes.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/arguments/integer.hpp>

#include <array>

namespace stria {

// add_axis() of arguments/axes.hpp refers to this class.
/// An axis argument whose number is known only at run time. The rank of the result remains static;
/// its extents are dynamic unless all extents of the operand are equal.
///
/// \throws  index_error from the call, if the operand has no such axis; value_error if an axis is
///          named twice
/// \numpy   `axis=k`
/// \usage   `sum(a, axis(k))`, `flip(a, axis(-1))`
struct axis {
  /// The number of the axis; negative values count from the last one.
  index k;
  /// From an integer or a constant.
  constexpr explicit axis(detail::integer_argument number) : k(number) {}
  STRIA_VARIABLE_TARGET(axis);
};

namespace detail {

/// An argument that is an axis, known at compile time or not.
template <class X> inline constexpr bool is_axis = __is_same(X, axis) || constant_item<X>;

/// True if at least one argument is a run-time axis and the arguments name no more axes than the
/// operand has.
template <class E, class... X>
concept run_time_axes =
    (__is_same(X, axis) || ...) && (std::size_t{0} + ... + (is_axis<X> ? 1 : 0)) <= rank_of<E>;

/// An order of axes, known only at run time: axis j of the result is axis order[j] of the source.
template <std::size_t R> using axis_order = std::array<std::size_t, R>;

/// The number of an axis.
///
/// \throws  index_error if a tensor of rank R has no such axis
template <std::size_t R, class X> constexpr std::size_t axis_place(const X& x) {
  return static_cast<std::size_t>(checked_axis(axis(x).k, static_cast<index>(R)));
}
template <std::size_t R> constexpr std::size_t axis_place(const axis& x) {
  return static_cast<std::size_t>(checked_axis(x.k, static_cast<index>(R)));
}

[[noreturn]] [[gnu::cold]] inline void raise_axis_twice(std::size_t k) {
  raise<value_error>(message("stria: axis ") << k << " is named twice; name each one once");
}

/// The set of the axes that the arguments name.
///
/// \throws  value_error for an axis that is named twice
template <std::size_t R, class... X> constexpr axis_set run_time_set(const X&... x) {
  axis_set s;
  const auto add = [&s]<class Y>([[maybe_unused]] const Y& y) {
    if constexpr (is_axis<Y>) {
      const std::size_t k = axis_place<R>(y);
      if (s.has(k)) [[unlikely]]
        raise_axis_twice(k);
      s.bits |= std::uint64_t{1} << k;
    }
  };
  (add(x), ...);
  return s;
}

/// The order that puts the axes of a set last. Apart from that, the axes keep their order.
template <std::size_t R> constexpr axis_order<R> order_with_last(const axis_set& s) {
  axis_order<R> order{};
  std::size_t out = 0;
  for (int turn = 0; turn < 2; ++turn)
    for (std::size_t k = 0; k < R; ++k)
      if (s.has(k) == (turn == 1))
        order[out++] = k;
  return order;
}
/// The order that moves one axis to another position. The other axes keep their order.
template <std::size_t R>
constexpr axis_order<R> order_with_moved(std::size_t from, std::size_t to) {
  axis_order<R> order{};
  std::size_t next = 0;
  for (std::size_t k = 0; k < R; ++k) {
    next += next == from ? 1 : 0;
    order[k] = k == to ? from : next++;
  }
  return order;
}
/// The inverse of an order.
template <std::size_t R> constexpr axis_order<R> inverse_order(const axis_order<R>& order) {
  axis_order<R> back{};
  for (std::size_t k = 0; k < R; ++k)
    back[order[k]] = k;
  return back;
}

} // namespace detail
} // namespace stria
