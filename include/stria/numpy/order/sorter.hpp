// SPDX-License-Identifier: BSL-1.0
// numpy/order/sorter.hpp: sorting in descending order, and searching in an unsorted operand by
// means of a sorter, which lists the positions that would sort the operand.
// Tests: tests/numpy/parameters.cpp.
#pragma once

#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/flip.hpp>

namespace stria {

/// The type of `descending`.
struct descending_t {};
/// Tag that puts the largest element first, as in `sort(a, _0, descending)`.
///
/// Equal elements keep their order. NaNs, which are last in ascending order, come first.
///
/// \numpy        `descending=True` of the Array API standard
/// \usage        `sort(a, descending)`, `argsort(a, _0, descending)`
inline constexpr descending_t descending{};

// The elements are reversed, sorted and reversed again, which keeps equal elements in their order.

/// Sorts in descending order along an axis; a NaN comes first.
template <detail::operand A, detail::constant_item Axis>
  requires(detail::order_verdict<A, Axis>::accepted)
constexpr auto sort(A&& a, Axis axis, descending_t) {
  return flip(sort(flip(static_cast<A&&>(a), axis), axis), axis);
}
/// Sorts in descending order along the last axis.
template <detail::operand_with_axes A> constexpr auto sort(A&& a, descending_t tag) {
  return sort(static_cast<A&&>(a), constant<-1>(), tag);
}
template <detail::operand A, class Axis>
  requires(!__is_same(Axis, axis))
auto sort(A&&, Axis, descending_t)
    -> detail::refusal_where<detail::refuses<detail::order_verdict<A, Axis>, A>,
                             detail::order_verdict<A, Axis>>;

/// Returns the positions of the elements in descending order along an axis; equal elements keep
/// their order.
template <detail::operand A, detail::constant_item Axis>
  requires(detail::order_verdict<A, Axis>::accepted)
constexpr auto argsort(A&& a, Axis axis, descending_t) {
  const index last = a.shape()[detail::axis_of<A, Axis>] - 1;
  return last - flip(argsort(flip(static_cast<A&&>(a), axis), axis), axis);
}
/// Returns the positions of the elements in descending order along the last axis.
template <detail::operand_with_axes A> constexpr auto argsort(A&& a, descending_t tag) {
  return argsort(static_cast<A&&>(a), constant<-1>(), tag);
}
template <detail::operand A, class Axis>
  requires(!__is_same(Axis, axis))
auto argsort(A&&, Axis, descending_t)
    -> detail::refusal_where<detail::refuses<detail::order_verdict<A, Axis>, A>,
                             detail::order_verdict<A, Axis>>;

/// Searches in `s`, which need not be sorted. `sorter` lists the positions that would sort it.
/// Throws index_error for a position out of bounds. NumPy: `np.searchsorted(s, v, side, sorter)`.
template <detail::operand S, class V, detail::operand Ix>
  requires(detail::rank_of<S> == 1 && detail::rank_of<Ix> == 1 &&
           std::integral<detail::value_t<Ix>>)
constexpr auto searchsorted(S&& s, V&& v, detail::side_argument side, Ix&& sorter) {
  return searchsorted(take(static_cast<S&&>(s), static_cast<Ix&&>(sorter), constant<0>()),
                      static_cast<V&&>(v), side);
}
/// Searches with a sorter and `search_side::left`.
template <detail::operand S, class V, detail::operand Ix>
  requires(detail::rank_of<S> == 1 && detail::rank_of<Ix> == 1 &&
           std::integral<detail::value_t<Ix>>)
constexpr auto searchsorted(S&& s, V&& v, Ix&& sorter) {
  return searchsorted(static_cast<S&&>(s), static_cast<V&&>(v), search_side::left,
                      static_cast<Ix&&>(sorter));
}

namespace detail {

struct side_verdict {
  static constexpr message text() {
    return message(
        "stria: searchsorted: the values are followed by the side, search_side::right or "
        "\"right\", and then integer positions that would sort the first operand");
  }
};

} // namespace detail

STRIA_FOREIGN_BECAUSE(searchsorted, detail::side_verdict, detail::ours, detail::ours,
                      detail::whatever, detail::whatever = {});

} // namespace stria
