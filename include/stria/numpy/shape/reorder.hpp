// SPDX-License-Identifier: BSL-1.0
// numpy/shape/reorder.hpp: functions along axes known only at run time, implemented by calls with
// constant axes.
//
// A lazy function is called with the axes of its operands reordered so that the run-time axes come
// last. If its result has these axes, they are moved back. A function that returns a tensor is
// called with the constant that equals the run-time axis. Tests: tests/numpy/axes.cpp.
#pragma once

#include <stria/arguments/declare.hpp>
#include <stria/arguments/run_time_axis.hpp>
#include <stria/evaluate/materialize.hpp>
#include <stria/expr/reordered.hpp>
#include <stria/subscript/dispatch.hpp>

namespace stria::detail {

/// A with its axes in another order: a view if A is in memory, otherwise a node.
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

/// An order of R axes in which the axes of a call are the last ones.
template <std::size_t R> struct axes_last {
  axis_order<R> order;

  /// An operand of rank R in this order; other arguments are returned unchanged.
  template <class A> constexpr decltype(auto) operator()(A&& a) const {
    if constexpr (rank_if_operand<A> == R)
      return reorder(static_cast<A&&>(a), order);
    else
      return static_cast<A&&>(a);
  }
  /// A result with its last R axes in the original order. A tensor remains a tensor, other operands
  /// give views or lazy expressions, and a number is returned unchanged.
  template <class E> constexpr auto back(E&& e) const {
    if constexpr (rank_if_operand<E> == static_cast<std::size_t>(-1)) {
      return static_cast<E&&>(e);
    } else {
      constexpr std::size_t all_axes = rank_of<E>, more = all_axes - R;
      const auto own = inverse_order(order);
      axis_order<all_axes> in_place{};
      for (std::size_t k = 0; k < all_axes; ++k)
        in_place[k] = k < more ? k : more + own[k - more];
      constexpr bool is_result = tensor_operand<E> && !std::is_lvalue_reference_v<E>;
      if constexpr (is_result && all_axes < 2)
        return static_cast<E&&>(e);
      else if constexpr (is_result)
        return eval(reorder(static_cast<E&&>(e), in_place));
      else
        return reorder(static_cast<E&&>(e), in_place);
    }
  }
};

/// An argument of a call after the N axes that the call names have become the last of R axes. An
/// argument that is an axis becomes the constant of its new position; `Before` of the named axes
/// precede it. Other arguments are unchanged.
template <std::size_t R, std::size_t N, std::size_t Before, class X>
constexpr decltype(auto) last_or_same(X&& x) {
  if constexpr (is_axis<std::remove_cvref_t<X>>)
    return constant<static_cast<index>(R - N + Before)>();
  else
    return static_cast<X&&>(x);
}
/// For each argument of a call, the number of axes before it.
template <class... X>
inline constexpr auto axes_before = [] {
  constexpr bool named[] = {is_axis<std::remove_cvref_t<X>>...};
  std::array<std::size_t, sizeof...(X)> count{};
  for (std::size_t i = 1; i < sizeof...(X); ++i)
    count[i] = count[i - 1] + (named[i - 1] ? 1 : 0);
  return count;
}();
/// Calls f(last, x...) with an axes_last<R>, and with constants instead of the axes among x.
template <std::size_t R, class F, std::size_t... Ix, class... X>
constexpr auto call_in_order(const F& f, const axes_last<R>& last, std::index_sequence<Ix...>,
                             X&&... x) {
  constexpr std::size_t N = (std::size_t{0} + ... + (is_axis<std::remove_cvref_t<X>> ? 1 : 0));
  return f(last, last_or_same<R, N, axes_before<X...>[Ix]>(static_cast<X&&>(x))...);
}
/// Calls f(last, x...). In the operand last(e), of rank R, the axes among x are the last ones, in
/// ascending order. Each axis among x is replaced by the constant for its new position.
///
/// \throws  index_error if there is no such axis; value_error for an axis that is named twice
template <std::size_t R, class F, class... X> constexpr auto call_with_last(const F& f, X&&... x) {
  return call_in_order<R>(f, axes_last<R>{order_with_last<R>(run_time_set<R>(x...))},
                          std::index_sequence_for<X...>(), static_cast<X&&>(x)...);
}
/// Like call_with_last(), but with the last axes in the order of the call.
template <std::size_t R, class F, class... X>
constexpr auto call_with_named_last(const F& f, X&&... x) {
  axis_order<R> order = order_with_last<R>(run_time_set<R>(x...));
  std::size_t out = R - (std::size_t{0} + ... + (is_axis<std::remove_cvref_t<X>> ? 1 : 0));
  const auto add = [&]<class Y>([[maybe_unused]] const Y& y) {
    if constexpr (is_axis<Y>)
      order[out++] = axis_place<R>(y);
  };
  (add(x), ...);
  return call_in_order<R>(f, axes_last<R>{order}, std::index_sequence_for<X...>(),
                          static_cast<X&&>(x)...);
}
/// Calls a reduction over axes in ascending order or, if `Named`, in the order of the call. With
/// keepdims the result has all axes of the operand, in their original order.
template <bool Named = false, class F, class A, class... X>
constexpr auto reduce_last(const F& f, A&& a, const X&... x) {
  const auto call = [&](const auto& last, const auto&... y) {
    if constexpr ((__is_same(X, keepdims_t) || ...))
      return last.back(f(last(static_cast<A&&>(a)), y...));
    else
      return f(last(static_cast<A&&>(a)), y...);
  };
  if constexpr (Named)
    return call_with_named_last<rank_of<A>>(call, x...);
  else
    return call_with_last<rank_of<A>>(call, x...);
}
/// Calls a function whose result has the axes of the operand.
template <class F, class A, class... X>
constexpr auto call_along(const F& f, A&& a, const X&... x) {
  return call_with_last<rank_of<A>>(
      [&](const auto& last, const auto&... y) {
        return last.back(f(last(static_cast<A&&>(a)), y...));
      },
      x...);
}

/// The order of axes in which axis k comes first.
template <class A> constexpr auto first_order(axis k) {
  return order_with_moved<rank_of<A>>(axis_place<rank_of<A>>(k), 0);
}

/// The order of axes in which axis k comes last.
template <class A> constexpr auto last_order(axis k) {
  return order_with_moved<rank_of<A>>(axis_place<rank_of<A>>(k), rank_of<A> - 1);
}

// --- functions that return a tensor ---

/// A tensor type that can hold any of these results of calls with different axes. An extent is
/// static if it is the same in all of them.
template <class First, class... More> struct tensor_for_each {
  static constexpr auto extents = [] {
    auto s = extents_of<First>;
    const auto add = [&s](const auto& other) {
      for (std::size_t k = 0; k < s.rank(); ++k)
        if (s[k] != other[k])
          s[k] = extent::unknown();
    };
    (add(extents_of<More>), ...);
    return s;
  }();
  using type = typename tensor_of<value_t<First>, extents>::type;
};
template <class T, std::same_as<T>... More> struct tensor_for_each<T, More...> {
  using type = T;
};

template <class T, std::size_t K, std::size_t R, class F>
constexpr T call_from(std::size_t place, const F& f) {
  if constexpr (K + 1 < R)
    if (place != K)
      return call_from<T, K + 1, R>(place, f);
  return T(f(constant<static_cast<index>(K)>()));
}
/// Calls f with a constant, the number of axis k among R axes. f returns a tensor.
///
/// \throws  index_error if there is no such axis
template <std::size_t R, class F> constexpr auto call_at(axis k, const F& f) {
  const std::size_t place = axis_place<R>(k);
  using first = decltype(f(constant<0>()));
  if constexpr (is_refused<first>)
    return first();
  else
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      using type =
          typename tensor_for_each<decltype(f(constant<static_cast<index>(K)>()))...>::type;
      return call_from<type, 0, R>(place, f);
    }(std::make_index_sequence<R>());
}

/// True if the arguments of a call contain one axis known only at run time.
template <class A, class... X>
concept one_run_time_axis =
    operand_with_axes<A> && (std::size_t{0} + ... + (__is_same(X, axis) ? 1 : 0)) == 1;

/// The axis known only at run time among the arguments of a call.
template <class X, class... More> constexpr axis axis_among(const X& x, const More&... more) {
  if constexpr (__is_same(X, axis))
    return x;
  else
    return axis_among(more...);
}
/// Replaces the axis known only at run time by a constant; other arguments are returned unchanged.
template <class K, class X> constexpr decltype(auto) constant_or_same(K k, const X& x) {
  if constexpr (__is_same(X, axis))
    return k;
  else
    return (x);
}

// --- the base classes of functions with axes (arguments/declare.hpp) ---

/// The type of an argument of a result class: operands and containers are not copied.
template <class X>
using argument_type =
    typename first_or_second<operand<X> || container<X>>::template of<X, std::remove_cvref_t<X>>;
/// A call of the function Fn with constant axes in place of run-time axes.
template <class Fn> struct constant_axes {
  template <class M, class... X> constexpr auto operator()(M&& m, X&&... x) const {
    return result_class<Fn, M, argument_type<X>...>::run(static_cast<M&&>(m),
                                                         static_cast<X&&>(x)...);
  }
};
/// An argument as the verdict about such a call sees it: the operand without static extents, and
/// the constant K in place of an axis.
template <std::size_t K, bool IsAxis, class X>
using with_constant_axis =
    typename first_or_second<IsAxis>::template of<constant<static_cast<index>(K)>, X>;
template <class Fn, class A, class... X, std::size_t... Ix>
auto run_time_verdict(std::index_sequence<Ix...>)
    -> decltype(Fn::template verdict<
                typename tensor_of<value_t<A>, unknown_shape<rank_of<A>>()>::type&,
                with_constant_axis<axes_before<X...>[Ix] -
                                       axes_before<X...>[Ix < Fn::first_axis ? Ix : Fn::first_axis],
                                   (Ix >= Fn::first_axis&& is_axis<X>), X>...>());
template <class Fn, class A, class... X>
using verdict_of_run_time =
    decltype(run_time_verdict<Fn, A, X...>(std::index_sequence_for<X...>()));

/// A call of the function Fn with a run-time axis.
template <class Fn, class A, class... X>
struct run_time_call : refused_call<typename Fn::missing> {};
template <class Fn, class A, class... X>
concept has_run_time_form =
    requires { run_time_verdict<Fn, A, X...>(std::index_sequence_for<X...>()); };
template <class Fn, class A, class... X>
  requires has_run_time_form<Fn, A, X...>
struct run_time_call<Fn, A, X...> : refused_call<verdict_of_run_time<Fn, A, X...>> {};
template <class Fn, class A, class... X>
  requires has_run_time_form<Fn, A, X...> && (verdict_of_run_time<Fn, A, X...>::accepted)
struct run_time_call<Fn, A, X...> {
  static constexpr bool accepted = true;
  using type = decltype(Fn::along(constant_axes<Fn>(), std::declval<A>(), std::declval<X>()...));
  template <class... B> static constexpr type run(B&&... b) {
    return Fn::along(constant_axes<Fn>(), static_cast<B&&>(b)...);
  }
};
/// True if a run-time axis is among the arguments from number First on, and they name no more axes
/// than the operand has.
template <std::size_t First, class A, class... X> consteval bool run_time_axes_from() {
  std::size_t k = 0, count = 0;
  bool run_time = false;
  const auto look = [&](bool axis_item, bool of_run_time) {
    if (k++ < First)
      return;
    if (axis_item)
      ++count;
    run_time = run_time || of_run_time;
  };
  (look(is_axis<X>, __is_same(X, axis)), ...);
  return run_time && operand<A> && count <= rank_if_operand<A>;
}
/// The same. The function is not instantiated for calls without a run-time axis.
template <std::size_t First, class A, class... X>
concept names_run_time_axes = (__is_same(X, axis) || ...) && run_time_axes_from<First, A, X...>();
/// The base of functions with axes after `First` other arguments, which may be constants, too.
template <std::size_t First> struct axes_base_after : function_base {
  static constexpr std::size_t first_axis = First;
  /// True for a call that along() accepts.
  template <class A, class... X>
  static constexpr bool goes_along = names_run_time_axes<First, A, X...>;
  template <class Fn, class A, class... X>
  using call = typename first_or_second<Fn::template goes_along<A, X...>>::template of<
      run_time_call<Fn, A, X...>, typename Fn::template checked<Fn, A, X...>>;
};
using axes_base = axes_base_after<0>;
using axes_base_after_value = axes_base_after<1>;

/// A call of f with a value between the operand and the axes.
template <class F, class N> struct with_value {
  const F& f;
  const N& n;
  template <class M, class... X> constexpr auto operator()(M&& m, X&&... x) const {
    return f(static_cast<M&&>(m), n, static_cast<X&&>(x)...);
  }
};
/// The result has the axes of the operand.
struct along_axes : axes_base {
  template <class F, class A, class... X>
  static constexpr auto along(const F& f, A&& a, const X&... x) {
    return call_along(f, static_cast<A&&>(a), x...);
  }
};
struct along_axes_after_value : axes_base_after_value {
  template <class F, class A, class N, class... X>
  static constexpr auto along(const F& f, A&& a, const N& n, const X&... x) {
    return call_along(with_value<F, N>{f, n}, static_cast<A&&>(a), x...);
  }
};
/// A reduction.
struct over_axes : axes_base {
  template <class F, class A, class... X>
  static constexpr auto along(const F& f, A&& a, const X&... x) {
    return reduce_last(f, static_cast<A&&>(a), x...);
  }
};
struct over_axes_after_value : axes_base_after_value {
  template <class F, class A, class N, class... X>
  static constexpr auto along(const F& f, A&& a, const N& n, const X&... x) {
    return reduce_last(with_value<F, N>{f, n}, static_cast<A&&>(a), x...);
  }
};
/// The result is a tensor. `First` values precede the axis.
template <std::size_t First> struct at_axis_after : axes_base_after<First> {
  template <class F, class A, class... X>
  static constexpr auto along(const F& f, const A& a, const X&... x) {
    return call_at<rank_of<A>>(axis_among(x...),
                               [&](auto k) { return f(a, constant_or_same(k, x)...); });
  }
};
using at_axis = at_axis_after<0>;

} // namespace stria::detail
