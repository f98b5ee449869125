// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/diff.hpp: diff, the differences of neighbouring elements along an axis.
// Tests: tests/numpy/calculus/signals.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/assign/verdict.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>

#include <tuple>

namespace stria {

/// Elements that diff() puts before those of its operand: a number or an operand.
///
/// \numpy  `prepend=x`
/// \usage  `diff(a, _0, prepended(0))`
/// \see    diff, appended
template <class V> struct prepended {
  V value;
  constexpr explicit prepended(V&& v) : value(static_cast<V&&>(v)) {}
};
template <class V> prepended(V&&) -> prepended<V>;
/// Elements that diff() puts after those of its operand: a number or an operand.
///
/// \numpy  `append=x`
/// \usage  `diff(a, _0, appended(b))`
/// \see    diff, prepended
template <class V> struct appended {
  V value;
  constexpr explicit appended(V&& v) : value(static_cast<V&&>(v)) {}
};
template <class V> appended(V&&) -> appended<V>;

namespace detail {

template <bool Here, bool Later> constexpr auto difference_item() {
  if constexpr (!Here)
    return all;
  else if constexpr (Later)
    return range(constant<1>{}, _);
  else
    return range(_, constant<-1>{});
}
/// The differences of neighbouring elements. If `a` is an rvalue tensor, they are evaluated
/// immediately, because the two operands of the subtraction cannot both own it. The values of a
/// function with state are stored first, because the subtraction reads them twice.
template <std::size_t Axis, class A, std::size_t... K>
constexpr auto difference(A&& a, std::index_sequence<K...>) {
  if constexpr (owns_memory<std::remove_cvref_t<A>> && !std::is_lvalue_reference_v<A>)
    return eval(difference<Axis>(a, std::index_sequence<K...>()));
  else if constexpr (calls_with_state<std::remove_cvref_t<A>>)
    return difference<Axis>(eval(a), std::index_sequence<K...>());
  else if constexpr (std::same_as<value_t<A>, bool>)
    return a[difference_item<K == Axis, true>()...] != a[difference_item<K == Axis, false>()...];
  else
    return a[difference_item<K == Axis, true>()...] - a[difference_item<K == Axis, false>()...];
}

template <class A, class Axis> struct diff_call {
  static constexpr bool accepted = true;
  static constexpr auto run(A&& a) {
    return difference<axis_of<A, Axis>>(static_cast<A&&>(a),
                                        std::make_index_sequence<rank_of<A>>());
  }
  using type = decltype(run(std::declval<A>()));
};
template <class A, class Axis> struct diff_result {};
template <operand A, class Axis>
struct diff_result<A, Axis>
    : judged_call<one_axis_verdict<A, Axis>, judged_differences<A, diff_call<A, Axis>>> {};

[[noreturn]] [[gnu::cold]] inline void raise_differences(index n) {
  raise<value_error>(message("stria: diff: the order is ") << n << "; it must not be negative");
}

/// Differences of order n: the differences of the differences of order n - 1.
template <class A, class N, class Axis> struct differences_verdict {
  using axis = one_axis_verdict<A, Axis>;
  static constexpr bool is_count = size_item<N>;
  static constexpr bool negative = [] {
    if constexpr (constant_item<N>)
      return constant_traits<N>::value < 0;
    else
      return false;
  }();
  static constexpr bool accepted = axis::accepted && is_count && !negative;
  static constexpr message text() {
    if (!axis::accepted)
      return axis::text();
    return negative ? message("stria: diff: the order must not be negative")
                    : say_foreign_size("diff");
  }
};
template <class A, class N, class Axis> struct differences_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t axis = axis_of<A, Axis>;
  using element = value_t<typename diff_result<A, Axis>::type>;
  static constexpr auto extents = [] {
    auto s = extents_of<A>;
    s[axis] = extent::unknown();
    return s;
  }();
  /// Differences of order two of memory, lazily.
  template <class B> static constexpr auto twice(const B& b) {
    auto d = diff_result<const B&, Axis>::run(b);
    return diff_result<decltype(d), Axis>::run(std::move(d));
  }
  /// Replaces t by its differences of an order.
  template <class T> static constexpr T repeated(T& t, index times) {
    for (; times > 1; times -= 2)
      t = twice(t);
    if (times > 0)
      t = diff_result<T&, Axis>::run(t);
    return std::move(t);
  }
  static constexpr auto run(A&& a, [[maybe_unused]] const N& n) {
    if constexpr (constant_item<N>) {
      constexpr index times = constant_traits<N>::value;
      if constexpr (times == 0) {
        return map(cast_fn<element>{}, static_cast<A&&>(a));
      } else if constexpr (times == 1) {
        return diff_result<A, Axis>::run(static_cast<A&&>(a));
      } else if constexpr (memory_operand<std::remove_cvref_t<A>>) {
        auto first = eval(twice(a));
        if constexpr (times == 2)
          return first;
        else
          return differences_call<decltype(first), constant<times - 2>, Axis>::run(std::move(first),
                                                                                   {});
      } else {
        auto first = eval(diff_result<A, Axis>::run(static_cast<A&&>(a)));
        return differences_call<decltype(first), constant<times - 1>, Axis>::run(std::move(first),
                                                                                 {});
      }
    } else {
      const index times = to_index(n);
      if (times < 0) [[unlikely]]
        raise_differences(times);
      using result = tensor_with<A, element, extents>;
      using tensor_t = typename result::type;
      auto sizes = a.shape();
      if (times >= sizes[axis] || count_elements(sizes) == 0) {
        sizes[axis] = times < sizes[axis] ? sizes[axis] - times : 0;
        return tensor_t(result::make(a, sizes));
      }
      // One pass computes two orders.
      if (times < 2 || !memory_operand<std::remove_cvref_t<A>>) {
        tensor_t t(map(cast_fn<element>{}, static_cast<A&&>(a)));
        return repeated(t, times);
      }
      tensor_t t(twice(a));
      return repeated(t, times - 2);
    }
  }
  using type = decltype(run(std::declval<A>(), std::declval<const N&>()));
};
template <class A, class N, class Axis> struct differences_result {};
template <operand A, class N, class Axis>
struct differences_result<A, N, Axis>
    : judged_call<differences_verdict<A, N, Axis>,
                  judged_differences<A, differences_call<A, N, Axis>>> {};

// --- with elements before and after ---

template <class X> inline constexpr bool is_prepended = false;
template <class V> inline constexpr bool is_prepended<prepended<V>> = true;
template <class X> inline constexpr bool is_appended = false;
template <class V> inline constexpr bool is_appended<appended<V>> = true;
/// Whether X is a prepended<V> or an appended<V>.
template <class X>
inline constexpr bool is_diff_end =
    is_prepended<std::remove_cvref_t<X>> || is_appended<std::remove_cvref_t<X>>;

template <class X>
concept no_diff_end = !is_diff_end<X>;

/// The order and the axis of a call: the arguments other than prepended() and appended().
template <class... X> struct diff_arguments {
  static constexpr bool accepted = false;
};
template <> struct diff_arguments<> {
  static constexpr bool accepted = true;
  using axis = constant<-1>;
  template <class N> static constexpr index order(const N&) { return 1; }
};
template <class N> struct diff_arguments<N> : diff_arguments<> {
  static constexpr bool accepted = integer_item<N>;
  static constexpr index order(const std::tuple<N>& x) { return to_index(std::get<0>(x)); }
};
template <constant_item Axis> struct diff_arguments<Axis> : diff_arguments<> {
  using axis = Axis;
};
template <size_item N, class Axis> struct diff_arguments<N, Axis> {
  static constexpr bool accepted = true;
  using axis = Axis;
  static constexpr index order(const std::tuple<N, Axis>& x) { return size_value(std::get<0>(x)); }
};
template <class X> constexpr auto diff_argument(const X& x) {
  if constexpr (is_diff_end<X>)
    return std::tuple<>();
  else
    return std::tuple<X>(x);
}
template <class... X>
using diff_tuple = decltype(std::tuple_cat(diff_argument(std::declval<const X&>())...));
template <class T> struct diff_arguments_in;
template <class... X> struct diff_arguments_in<std::tuple<X...>> : diff_arguments<X...> {};
template <class... X> using diff_arguments_of = diff_arguments_in<diff_tuple<X...>>;

/// The elements of prepended() or appended() that are joined with an operand along an axis. A
/// number is repeated.
template <class A, class Axis, class V> struct end_part {
  static constexpr std::size_t R = rank_of<A>, axis = axis_of<A, Axis>;
  static constexpr auto extents = [] {
    auto s = extents_of<A>;
    if (axis < R)
      s[axis] = extent::make(1);
    return s;
  }();
  template <class T>
  using element =
      std::conditional_t<is_complex<value_t<A>>::value && !is_complex<T>::value, value_t<A>, T>;
  template <class T> static constexpr auto repeated(const A& a, const T& value) {
    auto sizes = a.shape();
    sizes[axis] = 1;
    typename tensor_of<element<T>, extents>::type r(sizes, uninitialized_t{});
    set_elements(r, static_cast<element<T>>(value));
    return r;
  }
  static constexpr decltype(auto) run(const A& a, const std::remove_reference_t<V>& v) {
    if constexpr (rank_if_operand<V> == R && R > 0)
      return (v);
    else if constexpr (operand<V>)
      return repeated(a, static_cast<value_t<V>>(v));
    else
      return repeated(a, adapt_to<value_t<A>>("diff", v));
  }
  using type = decltype(run(std::declval<const A&>(), std::declval<const V&>()));
};

template <bool First, class A, class Axis, class X>
constexpr auto end_among(const A& a, const X& x) {
  if constexpr (First ? is_prepended<X> : is_appended<X>)
    return std::tuple<typename end_part<A, Axis, decltype(x.value)>::type>(
        end_part<A, Axis, decltype(x.value)>::run(a, x.value));
  else
    return std::tuple<>();
}
/// The parts to join: the prepended elements, the operand, the appended elements.
template <class Axis, class A, class... X>
constexpr auto extended_parts(const A& a, const X&... x) {
  return std::tuple_cat(end_among<true, A, Axis>(a, x)..., std::tuple<const A&>(a),
                        end_among<false, A, Axis>(a, x)...);
}

template <class A, class X> constexpr bool is_end_value() {
  if constexpr (!is_diff_end<X>)
    return true;
  else if constexpr (operand<decltype(X::value)>)
    return rank_of<decltype(X::value)> == 0 || rank_of<decltype(X::value)> == rank_of<A>;
  else
    return is_number<std::remove_cvref_t<decltype(X::value)>>;
}
template <class A, class... X> struct extended_verdict {
  using arguments = diff_arguments_of<X...>;
  static constexpr bool values = (is_end_value<A, X>() && ...);
  static constexpr bool accepted = [] {
    if constexpr (arguments::accepted && values)
      return one_axis_verdict<A, typename arguments::axis>::accepted;
    else
      return false;
  }();
  static constexpr message text() {
    if constexpr (!arguments::accepted)
      return message(
          "stria: diff: the order (an integer) and the axis (a constant or axis(k)) come "
          "first, then prepended(x) and appended(x)");
    else if constexpr (!values)
      return message("stria: diff: prepended(x) and appended(x) need a number, or an operand with "
                     "as many axes as the first one");
    else
      return one_axis_verdict<A, typename arguments::axis>::text();
  }
};
template <class A, class... X> struct extended_call {
  using arguments = diff_arguments_of<X...>;
  using axis = typename arguments::axis;
  using parts =
      decltype(extended_parts<axis>(std::declval<const A&>(), std::declval<const X&>()...));
  using joined = concat_result<axis, parts>;
  static constexpr bool accepted = joined::accepted;
  template <bool, class J> struct result {
    using type = J;
  };
  template <class J> struct result<true, J> {
    using type = typename differences_result<value_tensor<J>, index, axis>::type;
  };
  using type = typename result<accepted, typename joined::type>::type;
  static constexpr type run(const A& a, const X&... x) {
    const index order = arguments::order(std::tuple_cat(diff_argument(x)...));
    if (order == 0) // as in NumPy, which does not look at the ends
      return type(make_map(cast_fn<value_t<type>>{}, a));
    return differences_result<value_tensor<typename joined::type>, index, axis>::run(
        eval(joined::run(extended_parts<axis>(a, x...))), order);
  }
};
template <class A, class... X> struct extended_diff {};
template <operand A, class... X>
struct extended_diff<A, X...>
    : judged_call<extended_verdict<A, X...>, judged_differences<A, extended_call<A, X...>>> {};

} // namespace detail

/// Computes the differences of neighbouring elements along an axis.
///
/// \param a      a tensor, view or expression
/// \param n      the order of the difference, a constant or an integer (default 1)
/// \param axis   a constant or `axis(k)` (default: the last axis)
/// \param ends   prepended(x) and appended(x), after the other arguments: elements before and after
///               those of `a` along the axis
/// \returns      without ends, a lazy expression if n is the constant 0, or if n is the constant 1
///               (the default) and `a` is neither a temporary tensor nor an expression that calls a
///               function with state; otherwise a tensor, computed immediately. The result has n
///               elements fewer along the axis than `a` and the ends together; without ends if n is
///               0. bool elements are compared with `!=`
/// \throws       value_error if n is negative; index_error if an `axis(k)` does not exist;
///               shape_error if the ends differ from `a` along another axis
/// \refuses      an axis that `a` does not have, a negative constant n, and ends of another rank
/// \complexity   O(n) per order
/// \numpy        `np.diff(a, n, axis, prepend=x, append=y)`
/// \usage        `diff(a)`, `diff(a, 2, _0)`, `diff(a, _0, prepended(0))`
template <class A, detail::no_diff_end Axis = constant<-1>>
constexpr auto diff(A&& a, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::diff_result<A, Axis>), static_cast<A&&>(a));
STRIA_BORROWING((detail::tensor_operand S, detail::no_diff_end Axis = constant<-1>,
                 class A = detail::lvalue_t<S>),
                diff, (S & a STRIA_LIFETIMEBOUND, Axis = {}), (detail::diff_result<A, Axis>), a);
STRIA_FOREIGN_FIRST(diff);

/// Computes the differences of order n along an axis.
template <class A, detail::no_diff_end N, detail::no_diff_end Axis>
  requires(!__is_same(Axis, axis))
constexpr auto diff(A&& a, N n, Axis)
    STRIA_RUN_OR_REFUSE((detail::differences_result<A, N, Axis>), static_cast<A&&>(a), n);
/// Computes the differences of order n along the last axis.
template <class A, detail::no_diff_end N>
  requires detail::integer_item<N>
constexpr auto diff(A&& a, N n)
    STRIA_RUN_OR_REFUSE((detail::differences_result<A, N, constant<-1>>), static_cast<A&&>(a), n);

/// Computes the differences along an axis known only at run time: `diff(a, axis(k))`.
template <detail::operand_with_axes A> constexpr auto diff(A&& a, axis k) {
  return detail::call_along([]<class M>(M&& m, auto x) { return diff(static_cast<M&&>(m), x); },
                            static_cast<A&&>(a), k);
}
/// Computes the differences of order n along an axis known only at run time.
template <detail::operand_with_axes A>
constexpr auto diff(A&& a, detail::integer_argument n, axis k) {
  return detail::call_along(
      [n]<class M>(M&& m, auto x) { return diff(static_cast<M&&>(m), index{n}, x); },
      static_cast<A&&>(a), k);
}

/// Computes the differences with elements before and after: `diff(a, 1, _0, prepended(0))`.
template <detail::operand A, class... X>
  requires((detail::is_diff_end<X> || ...) && !detail::one_run_time_axis<A, X...>)
constexpr auto diff(const A& a, const X&... n_axis_ends)
    STRIA_RUN_OR_REFUSE((detail::extended_diff<A, X...>), a, n_axis_ends...);
/// Computes the differences with elements before and after, along an axis known only at run time.
template <detail::operand_with_axes A, class... X>
  requires((detail::is_diff_end<X> || ...) && detail::one_run_time_axis<A, X...>)
constexpr auto diff(const A& a, const X&... n_axis_ends) {
  return detail::call_at<detail::rank_of<A>>(detail::axis_among(n_axis_ends...), [&](auto k) {
    return diff(a, detail::constant_or_same(k, n_axis_ends)...);
  });
}

} // namespace stria
