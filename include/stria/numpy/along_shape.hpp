// SPDX-License-Identifier: BSL-1.0
// numpy/along_shape.hpp: functions that move, join, divide or select along axes known only at run
// time: flip(a, axis(k)), concat(axis(k), a, b).
// Tests: tests/numpy/axes.cpp, tests/numpy/axes_shapes.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/run_time_axis.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/join/edit.hpp>
#include <stria/numpy/join/joins.hpp>
#include <stria/numpy/join/split.hpp>
#include <stria/numpy/join/tile.hpp>
#include <stria/numpy/order/lexsort.hpp>
#include <stria/numpy/order/sets.hpp>
#include <stria/numpy/reduce/apply_along.hpp>
#include <stria/numpy/select/compress.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/diagonal.hpp>
#include <stria/numpy/shape/flip.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/shape/reorder.hpp>

namespace stria {

// --- moving and selecting ---

/// Reverses axes, at least one of them known only at run time: `flip(a, axis(k))`.
template <detail::operand A, class... X>
  requires detail::run_time_axes<A, X...>
constexpr auto flip(A&& a, X... x) {
  return detail::call_along(
      []<class M>(M&& m, auto... y) { return flip(static_cast<M&&>(m), y...); },
      static_cast<A&&>(a), x...);
}

/// Repeats elements along an axis known only at run time; `n` is one number of repetitions for all
/// elements, or a list with one number for each element.
template <detail::operand_with_axes A, class N>
  requires(!detail::is_fractional<N>)
constexpr auto repeat(A&& a, const N& n, axis k) {
  return detail::call_along(
      [&n]<class M>(M&& m, auto x) { return repeat(static_cast<M&&>(m), n, x); },
      static_cast<A&&>(a), k);
}

/// Rotates elements along an axis known only at run time: `roll(a, n, axis(k))`.
template <detail::operand_with_axes A>
constexpr auto roll(A&& a, detail::integer_argument n, axis k) {
  return detail::call_along(
      [n]<class M>(M&& m, auto x) { return roll(static_cast<M&&>(m), index{n}, x); },
      static_cast<A&&>(a), k);
}
namespace detail {

/// Moves the leading axes of `e` to the position `place`. `e` is the result of a function that
/// replaces one axis of an operand of rank R; the axes that replace it come first in `e`.
template <std::size_t R, class E> constexpr auto axes_at(E&& e, std::size_t place) {
  constexpr std::size_t all_axes = rank_of<E>;
  if constexpr (all_axes < R) {
    return static_cast<E&&>(e);
  } else {
    constexpr std::size_t own = all_axes - (R - 1);
    axis_order<all_axes> order{};
    std::size_t out = 0;
    for (std::size_t j = 0; j < place; ++j)
      order[out++] = own + j;
    for (std::size_t j = 0; j < own; ++j)
      order[out++] = j;
    for (std::size_t j = place; j + 1 < R; ++j)
      order[out++] = own + j;
    return reorder(static_cast<E&&>(e), order);
  }
}

} // namespace detail

/// Takes elements along an axis known only at run time: `take(a, indices, axis(k))`.
template <detail::operand_with_axes A, class Ix> constexpr auto take(A&& a, Ix&& indices, axis k) {
  constexpr std::size_t R = detail::rank_of<A>;
  const std::size_t place = detail::axis_place<R>(k);
  auto taken = take(detail::reorder(static_cast<A&&>(a), detail::first_order<A>(k)),
                    static_cast<Ix&&>(indices), constant<0>());
  return detail::axes_at<R>(std::move(taken), place);
}
/// Selects slices by positions along an axis known only at run time: `gather(a, i, axis(k))`.
template <detail::operand_with_axes A, detail::operand Ix>
constexpr auto gather(A&& a, Ix&& indices, axis k) {
  constexpr std::size_t R = detail::rank_of<A>;
  const std::size_t place = detail::axis_place<R>(k);
  return detail::axes_at<R>(gather(detail::reorder(static_cast<A&&>(a), detail::first_order<A>(k)),
                                   static_cast<Ix&&>(indices), constant<0>()),
                            place);
}

/// For each index, takes one element along an axis known only at run time.
template <detail::operand_with_axes A, detail::operand Ix>
  requires(detail::rank_of<A> == detail::rank_of<Ix>)
constexpr auto take_along_axis(A&& a, Ix&& indices, axis k) {
  const auto order = detail::first_order<A>(k);
  return detail::reorder(take_along_axis(detail::reorder(static_cast<A&&>(a), order),
                                         detail::reorder(static_cast<Ix&&>(indices), order),
                                         constant<0>()),
                         detail::inverse_order(order));
}
/// Writes elements along an axis known only at run time; `values` is a number or an operand that
/// broadcasts to the shape of the selection.
template <detail::operand_with_axes A, detail::operand Ix, class V>
  requires(detail::rank_of<A> == detail::rank_of<Ix>)
constexpr void put_along_axis(A&& a, Ix&& indices, V&& values, axis k) {
  const auto order = detail::first_order<A>(k);
  auto target = detail::reorder(a, order);
  if constexpr (detail::operand<V>) {
    // Values of lower rank get leading axes. The leading axes of values of higher rank stay in
    // front.
    constexpr std::size_t R = detail::rank_of<A>, of_values = detail::rank_of<V>;
    constexpr std::size_t more = of_values > R ? of_values - R : 0;
    detail::axis_order<R + more> order_of_values{};
    for (std::size_t j = 0; j < R + more; ++j)
      order_of_values[j] = j < more ? j : more + order[j - more];
    using all_axes = detail::at_least<R, detail::own_axes::end, V>;
    put_along_axis(target, detail::reorder(static_cast<Ix&&>(indices), order),
                   detail::reorder(all_axes::run(static_cast<V&&>(values)), order_of_values),
                   constant<0>());
  } else {
    put_along_axis(target, detail::reorder(static_cast<Ix&&>(indices), order), values,
                   constant<0>());
  }
}

/// Keeps the slices at which a condition holds, along an axis known only at run time.
template <class M, detail::operand_with_axes A>
constexpr auto compress(const M& condition, A&& a, axis k) {
  return detail::call_along(
      [&]<class B>(B&& b, auto x) { return compress(condition, static_cast<B&&>(b), x); },
      static_cast<A&&>(a), k);
}
/// Keeps the slices at which a condition in braces holds, along an axis known only at run time.
template <std::size_t N, detail::operand_with_axes A>
constexpr auto compress(const bool (&condition)[N], A&& a, axis k) {
  return compress(std::to_array(condition), static_cast<A&&>(a), k);
}

/// Returns the distinct slices along an axis known only at run time: `unique(a, axis(k))`.
template <detail::operand_with_axes A> constexpr auto unique(const A& a, axis k) {
  return detail::call_at<detail::rank_of<A>>(k, [&](auto x) { return unique(a, x); });
}

/// Calls a function with each row along an axis known only at run time.
template <class F, detail::operand_with_axes A>
constexpr auto apply_along_axis(F&& f, axis k, const A& a) {
  return detail::call_at<detail::rank_of<A>>(k, [&](auto x) { return apply_along_axis(f, x, a); });
}
/// Calls a function with each row along an axis known only at run time; the axis follows the
/// operand.
template <class F, detail::operand_with_axes A>
constexpr auto apply_along_axis(F&& f, const A& a, axis k) {
  return apply_along_axis(f, k, a);
}

namespace detail {

template <class T> inline constexpr std::size_t rank_of_key = 0;
template <operand A> inline constexpr std::size_t rank_of_key<A> = rank_of<A> - 1;
template <list_of_operands L>
inline constexpr std::size_t rank_of_key<L> = rank_of<listed<const L>>;
template <operand K, class... More>
inline constexpr std::size_t rank_of_key<std::tuple<K, More...>> = rank_of<K>;

} // namespace detail

/// Sorts by several keys along an axis known only at run time and returns the order.
template <class T>
  requires(detail::rank_of_key<T> > 0)
constexpr auto lexsort(const T& keys, axis k) {
  return detail::call_at<detail::rank_of_key<T>>(k, [&](auto x) { return lexsort(keys, x); });
}
/// Sorts by several keys along an axis known only at run time and returns the order. The keys have
/// one type and are given in braces.
template <detail::operand_with_axes E, std::size_t N>
constexpr auto lexsort(const E (&keys)[N], axis k) {
  return detail::call_at<detail::rank_of<E>>(k, [&](auto x) { return lexsort(keys, x); });
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
/// Reorders the axes, as transpose() does.
template <detail::operand A, class... X>
  requires(sizeof...(X) == detail::rank_of<A> && (detail::is_axis<X> && ...) &&
           detail::run_time_axes<A, X...>)
constexpr auto permute_dims(A&& a, const X&... x) {
  return transpose(static_cast<A&&>(a), x...);
}
/// Reorders the axes, as transpose() does.
template <detail::operand A, class... X>
  requires(sizeof...(X) == detail::rank_of<A> && (detail::is_axis<X> && ...) &&
           detail::run_time_axes<A, X...>)
constexpr auto permute(A&& a, const X&... x) {
  return transpose(static_cast<A&&>(a), x...);
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
/// Moves an axis to another position. The axis, the position or both are known only at run time.
template <detail::operand_with_axes A, class X, class Y>
  requires(detail::is_axis<X> && detail::is_axis<Y> && (__is_same(X, axis) || __is_same(Y, axis)))
constexpr auto moveaxis(A&& a, const X& from, const Y& to) {
  constexpr std::size_t R = detail::rank_of<A>;
  const std::size_t i = detail::axis_place<R>(from), j = detail::axis_place<R>(to);
  return detail::reorder(static_cast<A&&>(a), detail::order_with_moved<R>(i, j));
}
/// Drops an axis known only at run time. Raises shape_error if its size is not 1.
template <detail::operand_with_axes A> constexpr auto squeeze(A&& a, axis k) {
  constexpr std::size_t R = detail::rank_of<A>;
  const std::size_t place = detail::axis_place<R>(k);
  const auto sizes = a.shape();
  if (sizes[place] != 1) [[unlikely]] {
    detail::message m("stria: squeeze: axis ");
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

/// A diagonal of two axes, at least one of them known only at run time.
template <detail::operand E, detail::size_item O, class A, class B>
  requires(detail::rank_of<E> >= 2 && detail::is_axis<A> && detail::is_axis<B> &&
           detail::run_time_axes<E, A, B>)
constexpr auto diagonal(E&& e, O which, A x, B y) {
  return detail::call_with_named_last<detail::rank_of<E>>(
      [&](const auto& last, auto rows, auto columns) {
        return diagonal(last(static_cast<E&&>(e)), which, rows, columns);
      },
      x, y);
}

// --- dividing ---

namespace detail {

/// Moves the axes of each part in a list back to their places.
template <std::size_t R, class L> constexpr auto parts_back(const axes_last<R>& last, L parts) {
  constexpr index N = [] {
    if constexpr (requires { std::tuple_size<L>::value; })
      return static_cast<index>(std::tuple_size_v<L>);
    else
      return index{-1};
  }();
  return list_of_parts<N>(static_cast<index>(parts.size()), [&](index k) {
    return last.back(std::move(parts[static_cast<std::size_t>(k)]));
  });
}

} // namespace detail

#define STRIA_SPLIT_ALONG_AXIS(name)                                                               \
  /** Divides an operand along an axis known only at run time: `axis(k)`. */                       \
  template <detail::operand_with_axes A, class N> constexpr auto name(A&& a, const N& n, axis k) { \
    return detail::call_with_last<detail::rank_of<A>>(                                             \
        [&](const auto& last, auto x) {                                                            \
          return detail::parts_back(last, name(last(static_cast<A&&>(a)), n, x));                  \
        },                                                                                         \
        k);                                                                                        \
  }                                                                                                \
  /** Divides an operand at positions in braces, along an axis known only at run time. */          \
  template <detail::operand_with_axes A, std::size_t N>                                            \
  constexpr auto name(A&& a, const index(&places)[N], axis k) {                                    \
    return name(static_cast<A&&>(a), std::to_array(places), k);                                    \
  }

STRIA_SPLIT_ALONG_AXIS(split)
STRIA_SPLIT_ALONG_AXIS(array_split)
#undef STRIA_SPLIT_ALONG_AXIS

/// Returns the slices along an axis known only at run time: `unstack(a, axis(k))`.
template <detail::operand_with_axes A> constexpr auto unstack(A&& a, axis k) {
  return unstack(detail::reorder(static_cast<A&&>(a), detail::first_order<A>(k)), constant<0>());
}
/// Returns all windows of n neighbouring elements along an axis known only at run time.
template <detail::operand_with_axes A, class S>
constexpr auto sliding_window(A&& a, const S& n, axis k) {
  constexpr std::size_t R = detail::rank_of<A>;
  const auto order = detail::first_order<A>(k);
  const auto own = detail::inverse_order(order);
  detail::axis_order<R + 1> back{};
  for (std::size_t j = 0; j <= R; ++j)
    back[j] = j < R ? own[j] : R;
  return detail::reorder(
      sliding_window(detail::reorder(static_cast<A&&>(a), order), n, constant<0>()), back);
}

// --- joining ---

namespace detail {

/// Raises the shape_error of concat() if the shapes differ along an axis other than `axis`. In the
/// message, the axes of both shapes are in the caller's order.
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
/// Joins operands along an axis known only at run time; another name of concat().
template <detail::operand_with_axes A, class... More>
  requires detail::of_one_rank<A, More...>
constexpr auto concatenate(axis k, A&& a, More&&... more) {
  return concat(k, static_cast<A&&>(a), static_cast<More&&>(more)...);
}
/// Joins `a` and `values` along an axis known only at run time: `append(a, b, axis(k))`.
template <detail::operand_with_axes A, detail::operand V>
  requires detail::of_one_rank<A, V>
constexpr auto append(A&& a, V&& values, axis k) {
  return concat(k, static_cast<A&&>(a), static_cast<V&&>(values));
}
/// Joins `a` and numbers in braces along an axis known only at run time. The numbers have one type.
template <detail::operand_with_axes A, detail::braced_values V, std::size_t N>
  requires(detail::rank_of<A> == 1)
constexpr auto append(A&& a, const V (&values)[N], axis k) {
  return concat(k, static_cast<A&&>(a), as_tensor(std::to_array(values)));
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

namespace detail {

/// The rank of the operands in the range L; 0 if L is not a range of operands.
template <class L> inline constexpr std::size_t rank_listed = 0;
template <list_of_operands L> inline constexpr std::size_t rank_listed<L> = rank_of<listed<L>>;

} // namespace detail

#define STRIA_JOINING_ALONG_AXIS(name, more)                                                       \
  /** Joins the operands in a tuple, or in a range, along an axis known only at run time. */       \
  template <detail::tuple_or_list T> constexpr auto name(axis k, T&& operands) {                   \
    if constexpr (detail::tuple_of_operands<T>)                                                    \
      return std::apply([&]<class... A>(A&&... a) { return name(k, static_cast<A&&>(a)...); },     \
                        static_cast<T&&>(operands));                                               \
    else                                                                                           \
      return detail::call_at<detail::rank_listed<std::remove_reference_t<T>> + more>(              \
          k, [&](auto x) { return name(x, static_cast<T&&>(operands)); });                         \
  }                                                                                                \
  /** Joins the operands in a tuple, or in a range, along an axis that follows them. */            \
  template <detail::tuple_or_list T> constexpr auto name(T&& operands, axis k) {                   \
    return name(k, static_cast<T&&>(operands));                                                    \
  }                                                                                                \
  /** Joins operands of one type in braces along an axis known only at run time. */                \
  template <detail::operand E, std::size_t N> constexpr auto name(axis k, const E(&operands)[N]) { \
    return detail::call_at<detail::rank_of<E> + more>(k,                                           \
                                                      [&](auto x) { return name(x, operands); });  \
  }                                                                                                \
  /** Joins operands of one type in braces along an axis that follows them. */                     \
  template <detail::operand E, std::size_t N> constexpr auto name(const E(&operands)[N], axis k) { \
    return name(k, operands);                                                                      \
  }

STRIA_JOINING_ALONG_AXIS(concat, 0)
STRIA_JOINING_ALONG_AXIS(concatenate, 0)
STRIA_JOINING_ALONG_AXIS(stack, 1)
#undef STRIA_JOINING_ALONG_AXIS

// --- editing ---

/// Inserts values along an axis known only at run time: `insert(a, places, values, axis(k))`.
template <detail::operand_with_axes A, class Ix, class V>
constexpr auto insert(const A& a, const Ix& places, const V& values, axis k) {
  return detail::call_at<detail::rank_of<A>>(k,
                                             [&](auto x) { return insert(a, places, values, x); });
}
/// Inserts values at positions in braces along an axis known only at run time.
template <detail::operand_with_axes A, std::size_t N, class V>
constexpr auto insert(const A& a, const index (&places)[N], const V& values, axis k) {
  return insert(a, std::to_array(places), values, k);
}
/// Inserts values in braces along an axis known only at run time.
template <detail::operand_with_axes A, class Ix, detail::braced_values V, std::size_t M>
constexpr auto insert(const A& a, const Ix& places, const V (&values)[M], axis k) {
  return detail::call_at<detail::rank_of<A>>(k,
                                             [&](auto x) { return insert(a, places, values, x); });
}
/// Inserts values at positions along an axis known only at run time; the values and the positions
/// are in braces.
template <detail::operand_with_axes A, std::size_t N, detail::braced_values V, std::size_t M>
constexpr auto insert(const A& a, const index (&places)[N], const V (&values)[M], axis k) {
  return insert(a, std::to_array(places), values, k);
}
/// Removes elements along an axis known only at run time: `delete_at(a, places, axis(k))`.
template <detail::operand_with_axes A, class Ix>
constexpr auto delete_at(const A& a, const Ix& places, axis k) {
  return detail::call_at<detail::rank_of<A>>(k, [&](auto x) { return delete_at(a, places, x); });
}
/// Removes elements at positions in braces along an axis known only at run time.
template <detail::operand_with_axes A, std::size_t N>
constexpr auto delete_at(const A& a, const index (&places)[N], axis k) {
  return delete_at(a, std::to_array(places), k);
}

} // namespace stria
