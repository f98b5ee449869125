// SPDX-License-Identifier: BSL-1.0
// numpy/select/nonzero.hpp: the positions of nonzero elements: nonzero, argwhere, flatnonzero,
// where(c). Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/select/axis_positions.hpp>
#include <stria/numpy/select/position_loops.hpp>
#include <stria/subscript/index_list.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// The positions where a mask is true: one row of subscripts for each.
template <class M> constexpr auto true_subscripts(const M& mask) {
  constexpr std::size_t R = rank_of<M>;
  auto found = find_true(mask);
  const index n = found.shape()[0];
  tensor<index, dyn, R> places(std::array<index, 2>{n, static_cast<index>(R)}, uninitialized_t{});
  set_subscripts<R>(places.data(), found, n);
  return places;
}

/// The positions where a mask is true: one index array for each axis.
template <class M> constexpr auto true_coordinates(const M& mask) {
  if constexpr (rank_of<M> == 0) {
    return std::tuple{true_places(ravel(mask))};
  } else {
    auto found = find_true(mask);
    const index count = found.shape()[0];
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      const auto row = [&](std::size_t k) {
        counters<M> r({count}, uninitialized_t{});
        set_each(r, [&](index i) { return found.data(k)[i]; });
        return r;
      };
      return std::tuple{row(K)...};
    }(std::make_index_sequence<rank_of<M>>());
  }
}

} // namespace detail

/// Finds the positions of the nonzero elements.
///
/// \param a      a tensor, view or expression
/// \returns      a tensor [count, rank] of index: one row of subscripts per element, in row-major
///               order; computed immediately
/// \throws       nothing
/// \complexity   O(n), allocates the result
/// \numpy        `np.argwhere(a)`
/// \usage        `nonzero(a > 0)`
/// \see          flatnonzero
template <detail::operand A> constexpr auto nonzero(const A& a) {
  return detail::true_subscripts(detail::as_mask(a));
}
STRIA_FOREIGN_UNARY(nonzero);

/// Finds the positions of the nonzero elements in the flattened operand.
///
/// \param a    operand
/// \returns    a tensor [count] of index in ascending order, computed immediately
/// \throws     nothing
/// \complexity O(n), allocates the result
/// \numpy      `np.flatnonzero(a)`
/// \usage      `flatnonzero(a > 0)`
/// \see        nonzero, where
template <detail::operand A> constexpr auto flatnonzero(const A& a) -> detail::counters<A> {
  return detail::true_places(ravel(detail::as_mask(a)));
}
STRIA_FOREIGN_UNARY(flatnonzero);

/// Finds the positions of the nonzero elements; another name of nonzero().
///
/// \param a    operand
/// \returns    a tensor [count, rank] of index: one row of subscripts per element, in row-major
///             order; computed immediately
/// \throws     nothing
/// \complexity O(n), allocates the result
/// \numpy      `np.argwhere(a)`
/// \usage      `argwhere(a > 0)`
/// \see        nonzero, where
template <detail::operand A> constexpr auto argwhere(const A& a) { return nonzero(a); }
STRIA_FOREIGN_UNARY(argwhere);

/// Finds the positions of the nonzero elements, as one index array for each axis.
///
/// \param c    operand
/// \returns    a std::tuple of one tensor [count] of index for each axis, in row-major order,
///             computed immediately
/// \throws     nothing
/// \complexity O(n), allocates the result
/// \numpy      `np.where(c)`, `np.nonzero(c)`
/// \usage      `const auto [i, j] = where(a > 0);`
/// \see        nonzero, flatnonzero
template <detail::operand C> constexpr auto where(const C& c) {
  return detail::true_coordinates(detail::as_mask(c));
}
STRIA_FOREIGN_UNARY(where);

} // namespace stria
