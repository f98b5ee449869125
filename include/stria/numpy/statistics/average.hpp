// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/average.hpp: average, the weighted mean.
#pragma once

#include <stria/arguments/run_time_axis.hpp>
#include <stria/numpy/calculus/gradient.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/tensor/foreign.hpp>

#include <tuple>

namespace stria {

/// The type of the tag `returned`.
struct returned_t {};
/// Tag that makes average() return the sum of the weights as well.
/// \numpy      `returned=True`
/// \usage      `average(a, w, _0, returned)`
inline constexpr returned_t returned{};

/// The result of average() with `returned`: the averages and the sum of their weights.
///
/// The sum of the weights broadcasts to the shape of the averages.
/// \numpy      the tuple that `np.average(..., returned=True)` returns
/// \usage      `const auto [m, s] = average(a, w, _0, returned);`
template <class A, class W> struct average_result : detail::result_base {
  A average;
  W sum_of_weights;

  average_result() = default;
  constexpr average_result(A a, W s) : average(std::move(a)), sum_of_weights(std::move(s)) {}
  STRIA_VARIABLE_TARGET(average_result);
};

namespace detail {

template <class D> struct weighted_fn {
  static constexpr const char* text = "average";
  template <class X, class W> STRIA_INLINE constexpr D operator()(const X& x, const W& w) const {
    return multiply_fn{}(number_as<D>(x), number_as<D>(w));
  }
};
/// As in NumPy, averages of integers are double, whatever the weights are.
template <class T>
using averaged = std::conditional_t<std::is_integral_v<T>, typename mean_type<T>::type, T>;
template <class E, class W>
using average_type = typename mean_type<std::remove_cvref_t<decltype(multiply_fn{}(
    std::declval<averaged<value_t<E>>>(), std::declval<value_t<W>>()))>>::type;

template <class E, class A> constexpr std::size_t axis_or_first() {
  if constexpr (constant_item<A>)
    return axis_of<E, A>;
  else
    return 0;
}

template <class E, class W, class... A> struct weights_verdict {
  static constexpr std::size_t named = (std::size_t{0} + ... + (constant_item<A> ? 1 : 0));
  static constexpr std::size_t R = rank_of<E>;
  static constexpr bool along = rank_of<W> == 1 && named == 1 && R > 1;
  static constexpr std::size_t axis = [] {
    std::size_t k = 0;
    if constexpr (R > 0)
      ((k = constant_item<A> ? axis_or_first<E, A>() : k), ...);
    return k;
  }();
  static constexpr bool accepted = [] {
    if constexpr (!(is_number<value_t<E>> && is_number<value_t<W>>))
      return false;
    else if constexpr (along)
      return axis < R &&
             equal_extents(extents_of<E>[axis], extents_of<W>[0]).fault == extent_fault::none;
    else if constexpr (rank_of<W> != R)
      return false;
    else
      return [] {
        for (std::size_t k = 0; k < R; ++k)
          if (equal_extents(extents_of<E>[k], extents_of<W>[k]).fault != extent_fault::none)
            return false;
        return true;
      }();
  }();
  static constexpr message text() { return say_shapes(extents_of<E>.view(), extents_of<W>.view()); }
  template <class S, class T> static constexpr message say_shapes(const S& a, const T& w) {
    message m("stria: average: weights of the shape ");
    say_shape(m, w);
    m << " for elements of the shape ";
    say_shape(m, a);
    return m << "; weights must be numbers with the shape of the elements, or a vector along the "
                "only axis of the call";
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_zero_weights() {
  raise<value_error>(message("stria: average: the weights sum to 0"));
}
template <class T> constexpr void check_weights(const T& sum) {
  if constexpr (place_of<T> == place::device) {
    if (any(sum == value_t<T>())) [[unlikely]]
      raise_zero_weights();
  } else if constexpr (operand<T>) {
    if (contains(sum, value_t<T>())) [[unlikely]]
      raise_zero_weights();
  } else {
    if (sum == T()) [[unlikely]]
      raise_zero_weights();
  }
}

/// A tuple that holds the argument, or an empty tuple for `returned`.
template <class A> constexpr auto as_axis(const A& a) {
  if constexpr (std::same_as<A, returned_t>)
    return std::tuple<>();
  else
    return std::tuple<A>(a);
}

template <class E, class W, class... A> struct average_call {
  static constexpr bool accepted = true;
  using verdict = weights_verdict<E, W, A...>;
  using D = average_type<E, W>;

  template <class T> static constexpr auto values_of(const T& sums) {
    if constexpr (operand<T>)
      return eval(sums);
    else
      return sums;
  }
  template <class S, class T> static constexpr decltype(auto) divided(S sums, const T& total) {
    // The quotient holds the sum of the weights by value.
    auto average = static_cast<S&&>(sums) / T(total);
    if constexpr ((std::same_as<A, returned_t> || ...))
      return average_result<decltype(average), T>{static_cast<decltype(average)&&>(average), total};
    else if constexpr (operand<decltype(average)>)
      return average;
    else
      return static_cast<element_value<decltype(average)>>(average);
  }

  static constexpr decltype(auto) run(E&& e, W&& w, const A&... axes) {
    const auto n = e.shape();
    const auto m = w.shape();
    bool fits = true;
    if constexpr (verdict::along)
      fits = m[0] == n[verdict::axis];
    else
      fits = m == n;
    if (!fits) [[unlikely]]
      raise<shape_error>(verdict::say_shapes(n, m));
    const auto sum_over = [&](auto&& x) {
      return std::apply(
          [&](const auto&... k) { return stria::sum(static_cast<decltype(x)&&>(x), k...); },
          std::tuple_cat(as_axis(axes)...));
    };
    if constexpr (verdict::along) {
      const auto total = stria::sum(make_map(cast_fn<D>{}, w));
      check_weights(total);
      auto weights = lying_along<verdict::axis, rank_of<E>>(static_cast<W&&>(w));
      return divided(sum_over(make_map(weighted_fn<D>{}, static_cast<E&&>(e),
                                       static_cast<decltype(weights)&&>(weights))),
                     total);
    } else {
      const auto total = values_of(sum_over(make_map(cast_fn<D>{}, w)));
      check_weights(total);
      return divided(sum_over(make_map(weighted_fn<D>{}, static_cast<E&&>(e), static_cast<W&&>(w))),
                     total);
    }
  }
  using type = decltype(run(std::declval<E>(), std::declval<W>(), std::declval<const A&>()...));
};

// The axes of a call are checked before the weights.
template <class E, class W, class Seen, class... A> struct average_verdict;
template <class E, class W, class... Seen, class... A>
struct average_verdict<E, W, std::tuple<Seen...>, A...> {
  using axes = axes_verdict<E, Seen...>;
  static constexpr bool accepted = [] {
    if constexpr (axes::accepted)
      return weights_verdict<E, W, A...>::accepted;
    else
      return false;
  }();
  static constexpr message text() {
    if constexpr (axes::accepted)
      return weights_verdict<E, W, A...>::text();
    else
      return axes::text();
  }
};
template <class... A>
using axes_of_average = decltype(std::tuple_cat(as_axis(std::declval<const A&>())...));

template <class E, class W, class... A> struct weighted_result : ignored_call {};
template <operand E, operand W, class... A>
struct weighted_result<E, W, A...>
    : judged_call<one_memory_verdict<E, W>,
                  judged_call<average_verdict<E, W, axes_of_average<A...>, A...>,
                              average_call<E, W, A...>>> {};

/// The result without weights: the mean, and the number of elements over which it is computed.
template <class E, class... A> struct mean_and_count_call {
  static constexpr bool accepted = true;
  static constexpr auto run(E&& e, const A&... axes) {
    constexpr axis_set reduced = []<class... Seen>(std::type_identity<std::tuple<Seen...>>) {
      return make_axes<Seen...>(rank_of<E>);
    }(std::type_identity<axes_of_average<A...>>());
    using D = typename mean_type<value_t<E>>::type;
    const index count = reduced_count<reduced.bits>(e.shape());
    auto average =
        std::apply([&](const auto&... k) { return stria::mean(static_cast<E&&>(e), k...); },
                   std::tuple_cat(as_axis(axes)...));
    return average_result<decltype(average), D>{
        static_cast<decltype(average)&&>(average),
        static_cast<D>(static_cast<typename real_of<D>::type>(count))};
  }
  using type = decltype(run(std::declval<E>(), std::declval<const A&>()...));
};
template <class E, class Seen, class... A> struct unweighted_verdict;
template <class E, class... Seen, class... A>
struct unweighted_verdict<E, std::tuple<Seen...>, A...> : axes_verdict<E, Seen...> {};
template <class E, class... A> struct unweighted_result : ignored_call {};
template <operand E, class... A>
struct unweighted_result<E, A...> : checked_call<reduction_function<mean_op>, E, A...> {};
template <operand E, class... A>
  requires(std::same_as<A, returned_t> || ...)
struct unweighted_result<E, A...>
    : judged_call<unweighted_verdict<E, axes_of_average<A...>>, mean_and_count_call<E, A...>> {};

template <class A>
concept axis_or_tag = !operand<A> && !container<A>;
/// True if the overloads for run-time axes accept the call.
template <class E, class... A>
concept averages_over_run_time_axes = operand<E> && run_time_axes<E, A...>;

} // namespace detail

/// The unweighted mean over axes.
///
/// \param e    operand of numbers
/// \param axes constants or `axis(k)` (default: all axes). The tags `keepdims` and `returned` may
///             follow
/// \returns    the mean: a number over all axes, otherwise a lazy expression with the remaining
///             axes; double for integers. With `returned`, an average_result whose sum of the
///             weights is the number of elements over which the mean is computed
/// \throws     index_error if an axis(k) does not exist, value_error if it is named twice
/// \refuses    axes that `e` does not have
/// \complexity O(n), one pass
/// \numpy      `np.average(a, axis)`
/// \usage      `average(a, _0)`
/// \see        mean
template <detail::operand_or_refused E, detail::axis_or_tag... Axes>
  requires(!detail::averages_over_run_time_axes<E, Axes...>)
constexpr auto average(E&& e, Axes... axes)
    STRIA_RUN_OR_REFUSE((detail::unweighted_result<E, Axes...>), static_cast<E&&>(e), axes...);
STRIA_BORROWING((detail::tensor_operand S, detail::axis_or_tag... Axes,
                 class A = detail::lvalue_t<S>),
                average, (S & e STRIA_LIFETIMEBOUND, Axes... axes),
                (detail::unweighted_result<A, Axes...>), e, axes...);
/// The weighted mean over axes, sum(e * w) / sum(w).
///
/// \param e    operand of numbers
/// \param w    the weights: an operand of numbers with the shape of `e` or, if the call has exactly
///             one axis, a vector along that axis. The argument follows `e` or the first axis
/// \param axes constants or `axis(k)` (default: all axes). The tags `keepdims` and `returned` may
///             follow
/// \returns    the mean: a number over all axes, otherwise a lazy expression with the remaining
///             axes; floating-point or complex, double for integers. With `returned`, an
///             average_result with the sum of the weights
/// \throws     shape_error if the weights do not have one of these shapes; value_error if the
///             weights sum to 0 or an axis(k) is named twice; index_error if an axis(k) does not
///             exist
/// \refuses    axes that `e` does not have, and weights whose static shape does not match
/// \complexity O(n); the sum of the weights is computed immediately
/// \numpy      `np.average(a, axis, weights)`
/// \usage      `average(a, w, _0)`, `average(a, _0, w)`
template <detail::operand_or_refused E, detail::operand W, detail::axis_or_tag... Axes>
  requires(!detail::averages_over_run_time_axes<E, Axes...>)
constexpr auto average(E&& e, W&& w, Axes... axes)
    STRIA_RUN_OR_REFUSE((detail::weighted_result<E, W, Axes...>), static_cast<E&&>(e),
                        static_cast<W&&>(w), axes...);
/// The weighted mean with the weights after the first axis: `average(a, _0, w)`.
template <detail::operand_or_refused E, detail::axis_or_tag Axis, detail::operand W,
          detail::axis_or_tag... More>
  requires(!detail::averages_over_run_time_axes<E, Axis, More...>)
constexpr auto average(E&& e, Axis axis, W&& w, More... more)
    STRIA_RUN_OR_REFUSE((detail::weighted_result<E, W, Axis, More...>), static_cast<E&&>(e),
                        static_cast<W&&>(w), axis, more...);
STRIA_BORROWING((detail::tensor_operand S, detail::operand W, detail::axis_or_tag... Axes,
                 class A = detail::lvalue_t<S>),
                average, (S & e STRIA_LIFETIMEBOUND, W&& w, Axes... axes),
                (detail::weighted_result<A, W, Axes...>), e, static_cast<W&&>(w), axes...);
STRIA_BORROWING((detail::tensor_operand S, detail::axis_or_tag Axis, detail::operand W,
                 detail::axis_or_tag... More, class A = detail::lvalue_t<S>),
                average, (S & e STRIA_LIFETIMEBOUND, Axis axis, W&& w, More... more),
                (detail::weighted_result<A, W, Axis, More...>), e, static_cast<W&&>(w), axis,
                more...);
STRIA_FOREIGN_FIRST(average);
// These overloads refuse weights in a container.
template <detail::operand E, detail::container C, class... A, class V = detail::not_ours_verdict>
detail::said_of_not_ours<V> average(const E&, const C&, const A&...);
template <detail::operand E, detail::axis_or_tag Axis, detail::container C, class... A,
          class V = detail::not_ours_verdict>
detail::said_of_not_ours<V> average(const E&, const Axis&, const C&, const A&...);

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

} // namespace stria
