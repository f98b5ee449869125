// SPDX-License-Identifier: BSL-1.0
// args/run_time_axis.hpp: axis(k), an axis that only the run time knows.
#pragma once

#include <stria/args/axes.hpp>

#include <array>

namespace stria {

// add_axis() of args/axes.hpp has been told of it.
/// An axis that only the run time knows, negative ones counting from the end: `sum(a, axis(k))`.
/// The rank of the result is known all the same; its extents are dynamic unless all extents of the
/// operand are equal. `index_error` where the operand has no such axis. NumPy: `axis=k`.
struct axis {
  index k;
  template <class K>
    requires(detail::integer_item<K> || detail::constant_item<K>)
  constexpr explicit axis(const K& number) : k(value_of(number)) {}

private:
  template <class K> static constexpr index value_of(const K& number) {
    if constexpr (detail::constant_item<K>)
      return detail::constant_traits<K>::value;
    else
      return detail::to_index(number);
  }
};

namespace detail {

/// An argument that names an axis, whether the compiler knows it or not.
template <class X> inline constexpr bool is_axis = __is_same(X, axis) || constant_item<X>;

/// At least one axis among the arguments is of the run time, and there are no more axes than the
/// operand has.
template <class E, class... X>
concept run_time_axes =
    (__is_same(X, axis) || ...) && (std::size_t{0} + ... + (is_axis<X> ? 1 : 0)) <= rank_of<E>;

/// Axis j of a result is axis order[j] of its source; only the run time knows which.
template <std::size_t R> using axis_order = std::array<std::size_t, R>;

/// The place of an axis: `index_error` where a tensor of rank R has none of this number.
template <std::size_t R, class X> constexpr std::size_t axis_place(const X& x) {
  return static_cast<std::size_t>(checked_axis(axis(x).k, static_cast<index>(R)));
}
template <std::size_t R> constexpr std::size_t axis_place(const axis& x) {
  return static_cast<std::size_t>(checked_axis(x.k, static_cast<index>(R)));
}

[[noreturn]] [[gnu::cold]] inline void raise_axis_twice(std::size_t k) {
  raise<value_error>(message("stria: axis ") << k << " is named twice; name each one once");
}

/// The set of the axes among arguments: `value_error` for one that is named twice.
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

/// The axes of a set behind the others, both in their order.
template <std::size_t R> constexpr axis_order<R> order_with_last(const axis_set& s) {
  axis_order<R> order{};
  std::size_t out = 0;
  for (int turn = 0; turn < 2; ++turn)
    for (std::size_t k = 0; k < R; ++k)
      if (s.has(k) == (turn == 1))
        order[out++] = k;
  return order;
}
/// One axis at another place, the others in their order.
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
/// The order that leads back.
template <std::size_t R> constexpr axis_order<R> inverse_order(const axis_order<R>& order) {
  axis_order<R> back{};
  for (std::size_t k = 0; k < R; ++k)
    back[order[k]] = k;
  return back;
}

} // namespace detail
} // namespace stria
