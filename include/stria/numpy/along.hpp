// SPDX-License-Identifier: BSL-1.0
// numpy/along.hpp: reductions, scans and sorts along axes known only at run time: sum(a, axis(k)).
// Tests: tests/numpy/axes.cpp, tests/numpy/axes_statistics.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/numpy/calculus/gradient.hpp>
#include <stria/numpy/calculus/polynomial.hpp>
#include <stria/numpy/order/partition.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/order/sorter.hpp>
#include <stria/numpy/reduce/nan.hpp>
#include <stria/numpy/reduce/norms.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/reduce_by.hpp>
#include <stria/numpy/reduce/scan.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/statistics/average.hpp>
#include <stria/numpy/statistics/quantile.hpp>
#include <stria/numpy/statistics/statistics.hpp>

namespace stria {

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
STRIA_OVER_AXES(nansum)
STRIA_OVER_AXES(nanprod)
STRIA_OVER_AXES(nanmean)
STRIA_OVER_AXES(nanvar)
STRIA_OVER_AXES(nanstd_dev)
STRIA_OVER_AXES(nanstd)
STRIA_OVER_AXES(nanmin)
STRIA_OVER_AXES(nanmax)
STRIA_OVER_AXES(nanargmin)
STRIA_OVER_AXES(nanargmax)
STRIA_OVER_AXES(nanmedian)
#undef STRIA_OVER_AXES

#define STRIA_AS_TYPE_OVER_AXES(name)                                                              \
  /** With T as the type of the result, over axes, at least one of them known only at run time. */ \
  template <detail::accumulator T, detail::operand E, class... X>                                  \
    requires detail::run_time_axes<E, X...>                                                        \
  constexpr auto name(E&& e, X... x) {                                                             \
    return detail::reduce_last(                                                                    \
        []<class M>(M&& m, auto... y) { return name<T>(static_cast<M&&>(m), y...); },              \
        static_cast<E&&>(e), x...);                                                                \
  }

STRIA_AS_TYPE_OVER_AXES(sum)
STRIA_AS_TYPE_OVER_AXES(prod)
STRIA_AS_TYPE_OVER_AXES(mean)
#undef STRIA_AS_TYPE_OVER_AXES

#define STRIA_QUANTILE_OVER_AXES(name)                                                             \
  /** For one q, over axes, at least one of them known only at run time: `axis(k)`. */             \
  template <detail::operand E, class... X>                                                         \
    requires detail::run_time_axes<E, X...>                                                        \
  constexpr auto name(E&& e, double q, X... x) {                                                   \
    return detail::reduce_last(                                                                    \
        [q]<class M>(M&& m, auto... y) { return name(static_cast<M&&>(m), q, y...); },             \
        static_cast<E&&>(e), x...);                                                                \
  }                                                                                                \
  /** For each element of `q`; the axes of `q` come first. */                                      \
  template <detail::operand E, detail::operand Q, class... X>                                      \
    requires detail::run_time_axes<E, X...>                                                        \
  constexpr auto name(E&& e, const Q& q, X... x) {                                                 \
    return detail::reduce_last(                                                                    \
        [&q]<class M>(M&& m, auto... y) { return name(static_cast<M&&>(m), q, y...); },            \
        static_cast<E&&>(e), x...);                                                                \
  }                                                                                                \
  /** The same, for one q, with a method as a template argument. */                                \
  template <detail::method_constant Method, detail::operand E, class... X>                         \
    requires detail::run_time_axes<E, X...>                                                        \
  constexpr auto name(E&& e, double q, X... x) {                                                   \
    return detail::reduce_last(                                                                    \
        [q]<class M>(M&& m, auto... y) { return name<Method>(static_cast<M&&>(m), q, y...); },     \
        static_cast<E&&>(e), x...);                                                                \
  }                                                                                                \
  /** The same, for each element of `q`, with a method as a template argument. */                  \
  template <detail::method_constant Method, detail::operand E, detail::operand Q, class... X>      \
    requires detail::run_time_axes<E, X...>                                                        \
  constexpr auto name(E&& e, const Q& q, X... x) {                                                 \
    return detail::reduce_last(                                                                    \
        [&q]<class M>(M&& m, auto... y) { return name<Method>(static_cast<M&&>(m), q, y...); },    \
        static_cast<E&&>(e), x...);                                                                \
  }

STRIA_QUANTILE_OVER_AXES(percentile)
STRIA_QUANTILE_OVER_AXES(quantile)
STRIA_QUANTILE_OVER_AXES(nanpercentile)
STRIA_QUANTILE_OVER_AXES(nanquantile)
#undef STRIA_QUANTILE_OVER_AXES

/// The norm of order `order` over axes, at least one of them known only at run time. With two axes,
/// the first one is the axis of the rows.
template <detail::operand E, class P, class... X>
  requires(std::is_arithmetic_v<P> && detail::run_time_axes<E, X...>)
constexpr auto norm(E&& e, P order, X... x) {
  return detail::reduce_last<true>(
      [order]<class M>(M&& m, auto... y) { return norm(static_cast<M&&>(m), order, y...); },
      static_cast<E&&>(e), x...);
}
/// The Frobenius norm, `norm(m, "fro", axis(0), axis(1))`.
template <detail::operand E, std::size_t N, class... X>
  requires detail::run_time_axes<E, X...>
constexpr auto norm(E&& e, const char (&order)[N], X... x) {
  return detail::reduce_last(
      [&order]<class M>(M&& m, auto... y) { return norm(static_cast<M&&>(m), order, y...); },
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

// --- average ---

namespace detail {

/// Calls average(last(e)..., axes) and, with keepdims, moves the axes of the result back.
template <std::size_t R, class F, class... X>
constexpr auto average_last(const F& f, const X&... x) {
  return call_with_last<R>(
      [&](const auto& last, const auto&... y) {
        auto r = f(last, y...);
        if constexpr (!(__is_same(X, keepdims_t) || ...)) {
          return r;
        } else if constexpr (requires { r.sum_of_weights; }) {
          auto average = last.back(std::move(r.average));
          auto sum = last.back(std::move(r.sum_of_weights));
          return average_result<decltype(average), decltype(sum)>{std::move(average),
                                                                  std::move(sum)};
        } else {
          return last.back(std::move(r));
        }
      },
      x...);
}
template <class E, class W, class... X>
constexpr auto weighted_average_last(E&& e, W&& w, const X&... x) {
  constexpr std::size_t R = rank_of<E>;
  // The shapes are checked before the axes are reordered, so that the message shows the shapes in
  // the caller's order of axes.
  bool fits = true;
  if constexpr (rank_of<W> == R)
    fits = e.shape() == w.shape();
  else if constexpr (rank_of<W> == 1)
    for (std::size_t k = 0; k < R; ++k)
      fits = fits && (!run_time_set<R>(x...).has(k) || e.shape()[k] == w.shape()[0]);
  if (!fits) [[unlikely]]
    raise<shape_error>(weights_verdict<E, W>::say_shapes(e.shape(), w.shape()));
  return average_last<R>(
      [&](const auto& last, const auto&... y) {
        return average(last(static_cast<E&&>(e)), last(static_cast<W&&>(w)), y...);
      },
      x...);
}

} // namespace detail

/// The mean over axes, at least one of them known only at run time: `axis(k)`.
template <detail::operand E, detail::axis_or_tag... X>
  requires detail::run_time_axes<E, X...>
constexpr auto average(E&& e, X... x) {
  return detail::average_last<detail::rank_of<E>>(
      [&](const auto& last, const auto&... y) { return average(last(static_cast<E&&>(e)), y...); },
      x...);
}
/// The weighted mean over axes, at least one of them known only at run time.
template <detail::operand E, detail::operand W, detail::axis_or_tag... X>
  requires detail::run_time_axes<E, X...>
constexpr auto average(E&& e, W&& w, X... x) {
  return detail::weighted_average_last(static_cast<E&&>(e), static_cast<W&&>(w), x...);
}
/// The weighted mean over axes; the weights follow the first axis: `average(a, axis(k), w)`.
template <detail::operand E, detail::axis_or_tag X, detail::operand W, detail::axis_or_tag... More>
  requires detail::run_time_axes<E, X, More...>
constexpr auto average(E&& e, X x, W&& w, More... more) {
  return detail::weighted_average_last(static_cast<E&&>(e), static_cast<W&&>(w), x, more...);
}

// --- scans and sorts ---

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
STRIA_ALONG_AXIS(nancumsum)
STRIA_ALONG_AXIS(nancumprod)
STRIA_ALONG_AXIS(sort)
STRIA_ALONG_AXIS(argsort)
#undef STRIA_ALONG_AXIS

/// Partitions along an axis known only at run time: the element at position n is the one that a
/// sort would move there.
template <detail::operand_with_axes A>
constexpr auto partition(A&& a, detail::integer_argument n, axis k) {
  return detail::call_along(
      [n]<class M>(M&& m, auto x) { return partition(static_cast<M&&>(m), index{n}, x); },
      static_cast<A&&>(a), k);
}

// --- derivatives and integrals ---

namespace detail {

/// Checks the lengths of the axes in a call of gradient(), for an operand of sizes n. The check is
/// made before the axes are reordered, so that a message has the axis number that the caller used.
template <std::size_t R, class... X>
constexpr void check_gradient(const std::array<index, R>& n, const X&... x) {
  constexpr std::size_t N = (std::size_t{0} + ... + (is_axis<X> ? 1 : 0));
  constexpr std::size_t spacings = (std::size_t{0} + ... + (spacing_item<X> ? 1 : 0));
  std::array<std::size_t, N> places{};
  std::size_t named = 0, spacing = 0;
  const auto add = [&]<class Y>([[maybe_unused]] const Y& y) {
    if constexpr (is_axis<Y>)
      places[named++] = axis_place<R>(y);
  };
  (add(x), ...);
  const index order = order_among(x...);
  for (const std::size_t k : places)
    if (n[k] <= order) [[unlikely]]
      raise_few_samples(k, n[k], order);
  const auto check = [&]<class Y>([[maybe_unused]] const Y& y) {
    if constexpr (rank_if_operand<Y> == 1)
      if (y.shape()[0] != n[places[spacing]]) [[unlikely]]
        raise_coordinates("gradient", y.shape()[0], places[spacing], n[places[spacing]]);
    spacing += spacing_item<Y> ? 1 : 0;
  };
  if constexpr (spacings == N)
    (check(x), ...);
}

} // namespace detail

/// Derivatives along axes, at least one of them known only at run time: `gradient(f, axis(k))`.
template <detail::operand E, class... A>
  requires detail::run_time_axes<E, std::remove_cvref_t<A>...>
constexpr auto gradient(E&& e, A&&... spacings_and_axes) {
  constexpr std::size_t R = detail::rank_of<E>;
  detail::check_gradient<R>(e.shape(), spacings_and_axes...);
  return detail::call_with_named_last<R>(
      [&]<class... Y>(const auto& last, Y&&... y) {
        auto r = gradient(last(static_cast<E&&>(e)), static_cast<Y&&>(y)...);
        if constexpr (detail::operand<decltype(r)>)
          return last.back(std::move(r));
        else
          return std::apply([&](auto&&... one) { return std::tuple{last.back(std::move(one))...}; },
                            std::move(r));
      },
      static_cast<A&&>(spacings_and_axes)...);
}

namespace detail {

template <class Y, class X> constexpr void check_coordinates(const Y& y, const X& x, axis k) {
  if constexpr (operand<X>) {
    const std::size_t place = axis_place<rank_of<Y>>(k);
    const index n = y.shape()[place], given = x.shape()[rank_of<X> == 1 ? 0 : place];
    if (given != n) [[unlikely]]
      raise_coordinates("trapezoid", given, place, n);
  }
}

} // namespace detail

#define STRIA_TRAPEZOID_ALONG_AXIS(name)                                                           \
  /** Along an axis known only at run time: `axis(k)`. */                                          \
  template <detail::operand_with_axes Y> constexpr auto name(Y&& y, axis k) {                      \
    return detail::reduce_last(                                                                    \
        []<class M>(M&& m, auto last) { return name(static_cast<M&&>(m), last); },                 \
        static_cast<Y&&>(y), k);                                                                   \
  }                                                                                                \
  /** With the distance or the coordinates of the samples, along an axis known only at run time.   \
   */                                                                                              \
  template <detail::operand_with_axes Y, class X>                                                  \
    requires(std::is_arithmetic_v<X> || detail::rank_if_operand<X> == 1 ||                         \
             detail::rank_if_operand<X> == detail::rank_of<Y>)                                     \
  constexpr auto name(Y&& y, const X& x, axis k) {                                                 \
    detail::check_coordinates(y, x, k);                                                            \
    return detail::call_with_last<detail::rank_of<Y>>(                                             \
        [&](const auto& last, auto along) {                                                        \
          return name(last(static_cast<Y&&>(y)), last(x), along);                                  \
        },                                                                                         \
        k);                                                                                        \
  }

STRIA_TRAPEZOID_ALONG_AXIS(trapezoid)
STRIA_TRAPEZOID_ALONG_AXIS(trapz)
#undef STRIA_TRAPEZOID_ALONG_AXIS

/// Removes jumps from phases along an axis known only at run time.
template <detail::operand_with_axes A> constexpr auto unwrap(const A& a, axis k) {
  return detail::call_at<detail::rank_of<A>>(k, [&](auto x) { return unwrap(a, x); });
}
/// Removes jumps from phases along an axis known only at run time, with a given smallest jump and
/// period.
template <detail::operand_with_axes A, std::floating_point F>
constexpr auto unwrap(const A& a, F discont, axis k, double period = detail::whole_turn) {
  return detail::call_at<detail::rank_of<A>>(k,
                                             [&](auto x) { return unwrap(a, discont, x, period); });
}

/// Partially sorts along an axis known only at run time and returns the order.
template <detail::operand_with_axes A>
constexpr auto argpartition(const A& a, detail::integer_argument n, axis k) {
  return detail::call_at<detail::rank_of<A>>(k,
                                             [&](auto x) { return argpartition(a, index{n}, x); });
}

} // namespace stria
