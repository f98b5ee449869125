// SPDX-License-Identifier: BSL-1.0
// fn/order.hpp: sorts in descending order, and searches in what an index array sorts.
#pragma once

#include <stria/fn/flip.hpp>
#include <stria/fn/sort.hpp>
#include <stria/fn/take.hpp>

namespace stria {

struct descending_t {};
/// The largest element first: `sort(a, _0, descending)`. Equal elements keep their order all the
/// same. What is NaN, last in ascending order, is first, as in a reversed ascending sort. The Array
/// API: `descending=True`.
inline constexpr descending_t descending{};

// A sort of the elements in opposite order, read backwards, is stable.

/// The elements in descending order along an axis (a constant; none: the last one). The Array API:
/// `sort(a, axis=axis, descending=True)`.
template <detail::operand A, detail::constant_item Axis>
  requires(detail::order_verdict<A, Axis>::accepted)
constexpr auto sort(A&& a, Axis axis, descending_t) {
  return flip(sort(flip(static_cast<A&&>(a), axis), axis), axis);
}
template <detail::operand_with_axes A> constexpr auto sort(A&& a, descending_t tag) {
  return sort(static_cast<A&&>(a), constant<-1>(), tag);
}
template <detail::operand A, class Axis>
  requires(!__is_same(Axis, axis))
auto sort(A&&, Axis, descending_t)
    -> detail::refusal_where<detail::refuses<detail::order_verdict<A, Axis>, A>,
                             detail::order_verdict<A, Axis>>;

/// The places of the elements in descending order along an axis (a constant; none: the last one);
/// of equal ones the first comes first. The Array API: `argsort(a, axis=axis, descending=True)`.
template <detail::operand A, detail::constant_item Axis>
  requires(detail::order_verdict<A, Axis>::accepted)
constexpr auto argsort(A&& a, Axis axis, descending_t) {
  const index last = a.shape()[detail::axis_of<A, Axis>] - 1;
  return last - flip(argsort(flip(static_cast<A&&>(a), axis), axis), axis);
}
template <detail::operand_with_axes A> constexpr auto argsort(A&& a, descending_t tag) {
  return argsort(static_cast<A&&>(a), constant<-1>(), tag);
}
template <detail::operand A, class Axis>
  requires(!__is_same(Axis, axis))
auto argsort(A&&, Axis, descending_t)
    -> detail::refusal_where<detail::refuses<detail::order_verdict<A, Axis>, A>,
                             detail::order_verdict<A, Axis>>;

/// Where values belong in the elements that `sorter` puts in order: positions in that order.
/// `index_error` for positions that there are not. NumPy: `np.searchsorted(a, v, side, sorter)`.
template <detail::operand S, class V, detail::operand I>
  requires(detail::rank_of<S> == 1 && detail::rank_of<I> == 1 && std::integral<detail::value_t<I>>)
constexpr auto searchsorted(S&& s, V&& v, search_side side, I&& sorter) {
  return searchsorted(take(static_cast<S&&>(s), static_cast<I&&>(sorter), constant<0>()),
                      static_cast<V&&>(v), side);
}
/// The same with search_side::left.
template <detail::operand S, class V, detail::operand I>
  requires(detail::rank_of<S> == 1 && detail::rank_of<I> == 1 && std::integral<detail::value_t<I>>)
constexpr auto searchsorted(S&& s, V&& v, I&& sorter) {
  return searchsorted(static_cast<S&&>(s), static_cast<V&&>(v), search_side::left,
                      static_cast<I&&>(sorter));
}

namespace detail {

struct top_k_verdict {
  static constexpr message text() {
    return message("stria: top_k lacks how many elements are asked for: top_k(a, 3)");
  }
};

} // namespace detail

template <detail::operand A>
auto top_k(const A&)
    -> detail::refusal_where<(detail::rank_if_operand<A> > 0), detail::top_k_verdict>;

} // namespace stria
