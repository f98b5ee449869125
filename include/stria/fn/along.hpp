// SPDX-License-Identifier: BSL-1.0
// fn/along.hpp: functions along axes known only at run time: sum(a, axis(k)).
//
// Each of them reorders the axes of the operand so that the run-time axes come last (or first), and
// calls the function with constants. If the result has the axes of the operand, it is reordered
// back.
#pragma once

#include <stria/args/integer.hpp>
#include <stria/args/run_time_axis.hpp>
#include <stria/expr/reordered.hpp>
#include <stria/fn/concat.hpp>
#include <stria/fn/flip.hpp>
#include <stria/fn/norms.hpp>
#include <stria/fn/order.hpp>
#include <stria/fn/permute.hpp>
#include <stria/fn/quantile.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/fn/reduce_by.hpp>
#include <stria/fn/scan.hpp>
#include <stria/fn/sort.hpp>
#include <stria/fn/statistics.hpp>
#include <stria/fn/take.hpp>
#include <stria/fn/tile.hpp>

namespace stria {

namespace detail {

/// A with its axes in another order: a view of memory, otherwise a node.
template <operand A> constexpr auto reorder(A&& a, const axis_order<rank_of<A>>& order) {
  if constexpr (rank_of<A> < 2) {
    if constexpr (view_source<A>::is_memory)
      return static_cast<A&&>(a)[ellipsis];
    else
      return reordered<hold_t<A>>(static_cast<A&&>(a), order);
  } else if constexpr (view_source<A>::is_memory) {
    using element = typename view_source<A>::element;
    constexpr auto layout = [] {
      constexpr std::size_t R = rank_of<A>;
      static_layout<R> l{reordered_shape(extents_of<A>), {}};
      for (std::size_t k = 0; k < R; ++k)
        l.strides[k] = unknown_stride;
      return l;
    }();
    return make_view<element, layout>(a, placed<rank_of<A>>{0, reordered_values(a.shape(), order),
                                                            reordered_values(a.strides(), order)});
  } else {
    return reordered<hold_t<A>>(static_cast<A&&>(a), order);
  }
}

/// An argument of the call with the axes last: the constant for an axis, the same value for a tag.
/// `Before` axes precede it.
template <std::size_t R, std::size_t N, std::size_t Before, class X>
constexpr auto last_or_same(const X& x) {
  if constexpr (is_axis<X>)
    return constant<static_cast<index>(R - N + Before)>();
  else
    return x;
}

/// Calls f(a, x...) with the axes among x made the last ones; Back: restores the order of the axes.
template <bool Back, class F, class A, std::size_t... I, class... X>
constexpr auto call_with_last(const F& f, A&& a, std::index_sequence<I...>, const X&... x) {
  constexpr std::size_t R = rank_of<A>, N = (std::size_t{0} + ... + (is_axis<X> ? 1 : 0));
  constexpr auto before = [] {
    constexpr bool named[] = {is_axis<X>...};
    std::array<std::size_t, sizeof...(X)> count{};
    for (std::size_t i = 1; i < sizeof...(X); ++i)
      count[i] = count[i - 1] + (named[i - 1] ? 1 : 0);
    return count;
  }();
  const axis_order<R> order = order_with_last<R>(run_time_set<R>(x...));
  if constexpr (Back)
    return reorder(f(reorder(static_cast<A&&>(a), order), last_or_same<R, N, before[I]>(x)...),
                   inverse_order(order));
  else
    return f(reorder(static_cast<A&&>(a), order), last_or_same<R, N, before[I]>(x)...);
}
/// A reduction. With keepdims the result has all axes of the operand.
template <class F, class A, class... X>
constexpr auto reduce_last(const F& f, A&& a, const X&... x) {
  return call_with_last<(__is_same(X, keepdims_t) || ...)>(f, static_cast<A&&>(a),
                                                           std::index_sequence_for<X...>(), x...);
}
/// A function whose result has the axes of the operand.
template <class F, class A, class... X>
constexpr auto call_along(const F& f, A&& a, const X&... x) {
  return call_with_last<true>(f, static_cast<A&&>(a), std::index_sequence_for<X...>(), x...);
}

/// The order of axes in which axis k comes first.
template <class A> constexpr auto first_order(axis k) {
  return order_with_moved<rank_of<A>>(axis_place<rank_of<A>>(k), 0);
}

} // namespace detail

#define STRIA_OVER_AXES(name)                                                                      \
  /** Over axes, at least one of them known only at run time: `axis(k)`. */                        \
  template <detail::operand E, class... X>                                                         \
    requires detail::run_time_axes<E, X...>                                                        \
  constexpr auto name(E&& e, X... x) {                                                             \
    return detail::reduce_last(                                                                    \
        []<class M>(M&& m, auto... y) { return name(static_cast<M&&>(m), y...); },                 \
        static_cast<E&&>(e), x...);                                                                \
  }

STRIA_OVER_AXES(sum)
STRIA_OVER_AXES(prod)
STRIA_OVER_AXES(mean)
STRIA_OVER_AXES(min)
STRIA_OVER_AXES(max)
STRIA_OVER_AXES(any)
STRIA_OVER_AXES(all_of)
STRIA_OVER_AXES(none_of)
STRIA_OVER_AXES(count_nonzero)
STRIA_OVER_AXES(argmin)
STRIA_OVER_AXES(argmax)
STRIA_OVER_AXES(var)
STRIA_OVER_AXES(std_dev)
STRIA_OVER_AXES(std_)
STRIA_OVER_AXES(ptp)
STRIA_OVER_AXES(norm)
STRIA_OVER_AXES(logsumexp)
STRIA_OVER_AXES(median)
#undef STRIA_OVER_AXES

/// The q-th percentile over axes, at least one of them known only at run time.
template <detail::operand E, class... X>
  requires detail::run_time_axes<E, X...>
constexpr auto percentile(E&& e, double q, X... x) {
  return detail::reduce_last(
      [q]<class M>(M&& m, auto... y) { return percentile(static_cast<M&&>(m), q, y...); },
      static_cast<E&&>(e), x...);
}
/// The norm of order `order` over axes, at least one of them known only at run time. Of two axes,
/// the lower one counts the rows.
template <detail::operand E, class P, class... X>
  requires(std::is_arithmetic_v<P> && detail::run_time_axes<E, X...>)
constexpr auto norm(E&& e, P order, X... x) {
  return detail::reduce_last(
      [order]<class M>(M&& m, auto... y) { return norm(static_cast<M&&>(m), order, y...); },
      static_cast<E&&>(e), x...);
}
/// A reduction by `op` over axes, at least one of them known only at run time.
template <class F, class T, detail::operand E, class... X>
  requires detail::run_time_axes<E, X...>
constexpr auto reduce(F op, T init, E&& e, X... x) {
  return detail::reduce_last(
      [&]<class M>(M&& m, auto... y) {
        return reduce(std::move(op), std::move(init), static_cast<M&&>(m), y...);
      },
      static_cast<E&&>(e), x...);
}

#define STRIA_ALONG_AXIS(name)                                                                     \
  /** Along an axis known only at run time: `axis(k)`. */                                          \
  template <detail::operand_with_axes A, class... Tags>                                            \
  constexpr auto name(A&& a, axis k, Tags... tags) {                                               \
    return detail::call_along(                                                                     \
        []<class M>(M&& m, auto... x) { return name(static_cast<M&&>(m), x...); },                 \
        static_cast<A&&>(a), k, tags...);                                                          \
  }

STRIA_ALONG_AXIS(cumsum)
STRIA_ALONG_AXIS(cumprod)
STRIA_ALONG_AXIS(sort)
STRIA_ALONG_AXIS(argsort)
STRIA_ALONG_AXIS(diff)
#undef STRIA_ALONG_AXIS

#define STRIA_BY_ALONG_AXIS(name)                                                                  \
  /** Along an axis known only at run time: `axis(k)`. */                                          \
  template <detail::operand_with_axes A>                                                           \
  constexpr auto name(A&& a, detail::integer_argument n, axis k) {                                 \
    return detail::call_along(                                                                     \
        [n]<class M>(M&& m, auto x) { return name(static_cast<M&&>(m), index{n}, x); },            \
        static_cast<A&&>(a), k);                                                                   \
  }

STRIA_BY_ALONG_AXIS(partition)
STRIA_BY_ALONG_AXIS(roll)
STRIA_BY_ALONG_AXIS(diff)
#undef STRIA_BY_ALONG_AXIS

/// Reverses axes, at least one of them known only at run time: `flip(a, axis(k))`.
template <detail::operand A, class... X>
  requires detail::run_time_axes<A, X...>
constexpr auto flip(A&& a, X... x) {
  return detail::call_along(
      []<class M>(M&& m, auto... y) { return flip(static_cast<M&&>(m), y...); },
      static_cast<A&&>(a), x...);
}

/// Repeats elements along an axis known only at run time; `n` is a number of repetitions, or one
/// for each element.
template <detail::operand_with_axes A, class N>
  requires(!detail::is_fractional<N>)
constexpr auto repeat(A&& a, const N& n, axis k) {
  return detail::call_along(
      [&n]<class M>(M&& m, auto x) { return repeat(static_cast<M&&>(m), n, x); },
      static_cast<A&&>(a), k);
}

/// Takes elements along an axis known only at run time: `take(a, indices, axis(k))`.
template <detail::operand_with_axes A, class I> constexpr auto take(A&& a, I&& indices, axis k) {
  constexpr std::size_t R = detail::rank_of<A>;
  const std::size_t place = detail::axis_place<R>(k);
  auto taken = take(detail::reorder(static_cast<A&&>(a), detail::first_order<A>(k)),
                    static_cast<I&&>(indices), constant<0>());
  // The axes of the indices come first; move them behind the axes that precede the axis.
  constexpr std::size_t all_axes = detail::rank_of<decltype(taken)>;
  if constexpr (all_axes < R) {
    return taken;
  } else {
    constexpr std::size_t own = all_axes - (R - 1);
    detail::axis_order<all_axes> order{};
    std::size_t out = 0;
    for (std::size_t j = 0; j < place; ++j)
      order[out++] = own + j;
    for (std::size_t j = 0; j < own; ++j)
      order[out++] = j;
    for (std::size_t j = place; j + 1 < R; ++j)
      order[out++] = own + j;
    return detail::reorder(std::move(taken), order);
  }
}

/// Takes one element for each index along an axis known only at run time.
template <detail::operand_with_axes A, detail::operand I>
  requires(detail::rank_of<A> == detail::rank_of<I>)
constexpr auto take_along_axis(A&& a, I&& indices, axis k) {
  const auto order = detail::first_order<A>(k);
  return detail::reorder(take_along_axis(detail::reorder(static_cast<A&&>(a), order),
                                         detail::reorder(static_cast<I&&>(indices), order),
                                         constant<0>()),
                         detail::inverse_order(order));
}
/// Writes elements along an axis known only at run time; `values` is a number or has as many axes
/// as `a`.
template <detail::operand_with_axes A, detail::operand I, class V>
  requires(detail::rank_of<A> == detail::rank_of<I>)
constexpr void put_along_axis(A&& a, I&& indices, V&& values, axis k) {
  const auto order = detail::first_order<A>(k);
  auto target = detail::reorder(a, order);
  if constexpr (detail::operand<V>)
    put_along_axis(target, detail::reorder(static_cast<I&&>(indices), order),
                   detail::reorder(static_cast<V&&>(values), order), constant<0>());
  else
    put_along_axis(target, detail::reorder(static_cast<I&&>(indices), order), values,
                   constant<0>());
}

// --- axes in another order ---

/// Reorders the axes; at least one of them is known only at run time.
template <detail::operand A, class... X>
  requires(sizeof...(X) == detail::rank_of<A> && (detail::is_axis<X> && ...) &&
           detail::run_time_axes<A, X...>)
constexpr auto transpose(A&& a, const X&... x) {
  constexpr std::size_t R = detail::rank_of<A>;
  static_cast<void>(detail::run_time_set<R>(x...));
  return detail::reorder(static_cast<A&&>(a), detail::axis_order<R>{detail::axis_place<R>(x)...});
}
/// Swaps two axes, at least one of them known only at run time.
template <detail::operand_with_axes A, class X, class Y>
  requires(detail::is_axis<X> && detail::is_axis<Y> && (__is_same(X, axis) || __is_same(Y, axis)))
constexpr auto swapaxes(A&& a, const X& x, const Y& y) {
  constexpr std::size_t R = detail::rank_of<A>;
  detail::axis_order<R> order{};
  for (std::size_t k = 0; k < R; ++k)
    order[k] = k;
  const std::size_t i = detail::axis_place<R>(x), j = detail::axis_place<R>(y);
  order[i] = j;
  order[j] = i;
  return detail::reorder(static_cast<A&&>(a), order);
}
/// Moves an axis to another position; at least one of the two is known only at run time.
template <detail::operand_with_axes A, class X, class Y>
  requires(detail::is_axis<X> && detail::is_axis<Y> && (__is_same(X, axis) || __is_same(Y, axis)))
constexpr auto moveaxis(A&& a, const X& from, const Y& to) {
  constexpr std::size_t R = detail::rank_of<A>;
  const std::size_t i = detail::axis_place<R>(from), j = detail::axis_place<R>(to);
  return detail::reorder(static_cast<A&&>(a), detail::order_with_moved<R>(i, j));
}
/// Drops an axis known only at run time, whose size must be 1; otherwise raises shape_error.
template <detail::operand_with_axes A> constexpr auto squeeze(A&& a, axis k) {
  constexpr std::size_t R = detail::rank_of<A>;
  const std::size_t place = detail::axis_place<R>(k);
  const auto sizes = a.shape();
  if (sizes[place] != 1) [[unlikely]] {
    message m("stria: squeeze: axis ");
    m << place << " of the shape ";
    say_shape(m, detail::extents_of<A>.view(), sizes);
    raise<shape_error>(m << " has " << sizes[place]
                         << " elements; only axes of size 1 can be dropped");
  }
  return detail::reorder(static_cast<A&&>(a), detail::order_with_moved<R>(place, 0))[constant<0>()];
}
/// Inserts an axis of size 1 at a position known only at run time, counted in the result.
template <detail::operand A> constexpr auto expand_dims(A&& a, axis k) {
  constexpr std::size_t R = detail::rank_of<A> + 1;
  const std::size_t place = detail::axis_place<R>(k);
  return detail::reorder(expand_dims(static_cast<A&&>(a), constant<0>()),
                         detail::order_with_moved<R>(0, place));
}

// --- joining ---

namespace detail {

/// Raises the error of concat() with the shapes of the operands as the caller has them.
template <class A, class B> constexpr void check_joined(const A& a, const B& b, std::size_t axis) {
  const auto n = a.shape();
  const auto m = b.shape();
  for (std::size_t k = 0; k < n.size(); ++k)
    if (k != axis && n[k] != m[k]) [[unlikely]] {
      message text("stria: concat: the shapes ");
      say_shape(text, n);
      text << " and ";
      say_shape(text, m);
      raise<shape_error>(text << " differ in axis " << k << "; they may differ in axis " << axis
                              << " only");
    }
}
template <class A, class... More>
concept of_one_rank =
    operand<A> && (operand<More> && ...) && ((rank_of<More> == rank_of<A>) && ...);

} // namespace detail

/// Joins operands along an axis known only at run time: `concat(axis(k), a, b)`.
template <detail::operand_with_axes A, class... More>
  requires detail::of_one_rank<A, More...>
constexpr auto concat(axis k, A&& a, More&&... more) {
  const auto order = detail::first_order<A>(k);
  (detail::check_joined(a, more, order[0]), ...);
  auto joined = concat(constant<0>(), detail::reorder(static_cast<A&&>(a), order),
                       detail::reorder(static_cast<More&&>(more), order)...);
  return detail::reorder(std::move(joined), detail::inverse_order(order));
}
/// Joins operands of one shape along a new axis at a position known only at run time.
template <detail::operand A, class... More>
  requires detail::of_one_rank<A, More...>
constexpr auto stack(axis k, A&& a, More&&... more) {
  constexpr std::size_t R = detail::rank_of<A> + 1;
  const std::size_t place = detail::axis_place<R>(k);
  auto stacked = stack(constant<0>(), static_cast<A&&>(a), static_cast<More&&>(more)...);
  return detail::reorder(std::move(stacked), detail::order_with_moved<R>(0, place));
}

} // namespace stria
