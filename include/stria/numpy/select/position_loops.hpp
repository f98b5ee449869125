// SPDX-License-Identifier: BSL-1.0
// numpy/select/position_loops.hpp: positions of elements: of those that are not 0, of a triangle,
// of repeated ones. Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/evaluate/computed.hpp>

namespace stria::detail {

/// Sets the elements at some positions to a value.
template <class Target, class P, class T>
constexpr void set_elements_at(Target& target, const P& places, const T& value) {
  for (const index i : places.storage())
    target.data()[i] = value;
}
/// Writes n rows of R subscripts. `found` has the subscripts of each axis.
template <std::size_t R, class Found>
constexpr void set_subscripts(index* places, Found& found, index n) {
  for (std::size_t k = 0; k < R; ++k)
    for (index i = 0; i < n; ++i)
      places[i * static_cast<index>(R) + static_cast<index>(k)] = found.data(k)[i];
}
/// Moves each position back by the number of elements that are inserted before it. `order` sorts
/// the positions.
template <class P, class Order> constexpr void move_behind_inserted(P& places, const Order& order) {
  for (index i = 0; i < order.size(); ++i)
    places.data()[order.data()[i]] += i;
}
/// The range of a vector that excludes the zeros at its front or back.
template <class A> constexpr auto nonzero_part(const A& a, bool front, bool back) {
  using T = value_t<A>;
  index from = 0, to = a.shape()[0];
  while (front && from < to && a[from] == T())
    ++from;
  while (back && to > from && a[to - 1] == T())
    --to;
  return range(from, to);
}
/// Writes the first `count` positions where column - row >= k (upper) or <= k (lower), in a matrix
/// of the given number of columns.
template <bool Upper>
constexpr void set_triangle_places(index* rows, index* columns, index count, index width, index k) {
  index next = 0;
  for (index row = Upper || k > 0 ? 0 : -k; next < count; ++row) {
    const index diagonal = row + k;
    const index from = Upper && diagonal > 0 ? diagonal : 0;
    const index to = Upper || diagonal >= width ? width : diagonal + 1;
    for (index column = from; column < to; ++column) {
      rows[next] = row;
      columns[next++] = column;
    }
  }
}
/// Writes each position as often as `counts` says; an only count is for all positions.
template <class C>
constexpr void set_repeated(index* to, const C& counts, bool one_for_all, index size) {
  index k = 0;
  for (const auto c : counts) {
    const index times = to_index(c);
    // With 0 repetitions, the loop over the axis, which may be long, is skipped.
    for (const index end = one_for_all ? (times == 0 ? 0 : size) : k + 1; k < end; ++k)
      for (index i = 0; i < times; ++i)
        *to++ = k;
  }
}

} // namespace stria::detail
