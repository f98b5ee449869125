// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/cumulative.hpp: running results along an axis: cumulative_sum and cumulative_prod of
// the Array API, cummax and cummin.
// Tests: tests/numpy/elementwise/names.cpp, tests/numpy/calculus/polynomials.cpp.
#pragma once

#include <stria/arguments/run_time_axis.hpp>
#include <stria/numpy/along.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/reduce/scan.hpp>

#include <limits>

namespace stria {

/// The type of `include_initial`.
struct include_initial_t {};
/// Tag that makes a running sum begin with 0, or a running product with 1.
/// \numpy      `include_initial=True`
/// \usage      `cumulative_sum(a, _0, include_initial)`
inline constexpr include_initial_t include_initial{};

namespace detail {

/// One initial element, followed by the running results of Op.
template <class Op, class A, class Axis> struct started_scan_call {
  static constexpr bool accepted = true;
  using scanned = scan_result<Op, A, Axis>;
  static constexpr std::size_t axis = axis_of<A, Axis>;
  static constexpr auto one_place = [] {
    auto s = extents_of<A>;
    s[axis] = extent::make(1);
    return s;
  }();
  static constexpr auto run(A&& a) {
    using T = value_t<typename scanned::type>;
    auto sizes = a.shape();
    sizes[axis] = 1;
    typename tensor_of<T, one_place>::type first(sizes, uninitialized_t{});
    set_elements(first, Op::template start<T>());
    return concat(std::remove_cvref_t<Axis>(), std::move(first), scanned::run(static_cast<A&&>(a)));
  }
  using type = decltype(run(std::declval<A>()));
};
template <class Op, class A, class Axis> struct started_scan {};
template <class Op, operand A, class Axis>
struct started_scan<Op, A, Axis> : judged_scan<Op, A, Axis, started_scan_call<Op, A, Axis>> {};

/// The larger or smaller of two numbers, or NaN if one of them is NaN. Also accepts the SIMD
/// vectors of the compiler.
template <bool Larger> struct running_extreme_op {
  static constexpr const char* text = Larger ? "cummax" : "cummin";
  template <class T> using result = T;
  template <class R> static constexpr R start() {
    using limits = std::numeric_limits<R>;
    if constexpr (limits::has_infinity)
      return Larger ? -limits::infinity() : limits::infinity();
    else
      return Larger ? limits::lowest() : limits::max();
  }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    const R next = static_cast<R>(v);
    if constexpr (Larger)
      return ((acc > next) | (acc != acc)) ? acc : next;
    else
      return ((acc < next) | (acc != acc)) ? acc : next;
  }
};
template <bool Larger> inline constexpr bool scans_idempotent<running_extreme_op<Larger>> = true;
template <class A, class Axis> struct running_extreme_verdict {
  using axis = one_axis_verdict<A, Axis>;
  static constexpr bool ordered = std::is_arithmetic_v<value_t<A>>;
  static constexpr bool accepted = axis::accepted && ordered;
  static constexpr message text() {
    return ordered ? axis::text()
                   : message("stria: the elements have no largest and smallest one; for complex "
                             "numbers, abs() and real() give real ones");
  }
};
template <bool Larger, class A, class Axis> struct running_extreme_result {};
template <bool Larger, operand A, class Axis>
struct running_extreme_result<Larger, A, Axis>
    : judged_call<running_extreme_verdict<A, Axis>,
                  scan_call<running_extreme_op<Larger>, A, Axis>> {};

template <bool Larger, class A> struct flat_extreme {};
template <bool Larger, operand A>
struct flat_extreme<Larger, A>
    : flat_call<A, running_extreme_result<Larger, flattened<A>, constant<0>>> {};

} // namespace detail

#define STRIA_CUMULATIVE(name, op)                                                                 \
  template <class A, class Axis>                                                                   \
    requires(!__is_same(Axis, axis))                                                               \
  constexpr auto name(A&& a, Axis)                                                                 \
      STRIA_RUN_OR_REFUSE((detail::scan_result<op, A, Axis>), static_cast<A&&>(a));                \
  template <class A, class Axis>                                                                   \
    requires(!__is_same(Axis, axis))                                                               \
  constexpr auto name(A&& a, Axis, include_initial_t)                                              \
      STRIA_RUN_OR_REFUSE((detail::started_scan<op, A, Axis>), static_cast<A&&>(a));               \
  template <detail::operand A>                                                                     \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::flat_scan<op, A>), static_cast<A&&>(a)); \
  template <detail::operand A> constexpr auto name(A&& a, include_initial_t tag) {                 \
    return name(ravel(static_cast<A&&>(a)), constant<0>{}, tag);                                   \
  }                                                                                                \
  template <detail::operand_with_axes A, class... Tags>                                            \
  constexpr auto name(A&& a, axis k, Tags... tags) {                                               \
    return detail::call_along(                                                                     \
        []<class M>(M&& m, auto... x) { return name(static_cast<M&&>(m), x...); },                 \
        static_cast<A&&>(a), k, tags...);                                                          \
  }                                                                                                \
  STRIA_FOREIGN_FIRST(name);

/// Running sums along an axis.
///
/// \param a               operand of numbers
/// \param axis            a constant or axis(k); without it, the operand is flattened
/// \param include_initial tag: the result begins with 0 and has one more element along the axis
/// \returns               a lazy expression; sums of narrow integers have 64 bits
/// \throws                index_error if an axis(k) does not exist
/// \refuses               an axis that `a` does not have
/// \complexity            O(n); lazy, computed when it is assigned
/// \numpy                 `np.cumulative_sum(a, axis=axis, include_initial=True)`
/// \usage                 `cumulative_sum(a, _0, include_initial)`
/// \see                   cumsum
STRIA_CUMULATIVE(cumulative_sum, detail::sum_op)
/// Running products along an axis.
///
/// \param a               operand of numbers
/// \param axis            a constant or axis(k); without it, the operand is flattened
/// \param include_initial tag: the result begins with 1 and has one more element along the axis
/// \returns               a lazy expression; products of narrow integers have 64 bits
/// \throws                index_error if an axis(k) does not exist
/// \refuses               an axis that `a` does not have
/// \complexity            O(n); lazy, computed when it is assigned
/// \numpy                 `np.cumulative_prod(a, axis=axis, include_initial=True)`
/// \usage                 `cumulative_prod(a, _0)`
/// \see                   cumprod
STRIA_CUMULATIVE(cumulative_prod, detail::prod_op)
#undef STRIA_CUMULATIVE

namespace detail {

/// Refuses include_initial as an argument of cumsum() or cumprod().
template <fixed_string Name, fixed_string Other> struct no_initial_verdict {
  static constexpr message text() {
    return message("stria: ") << Name.view() << " does not accept include_initial: write "
                              << Other.view() << "(a, _0, include_initial)";
  }
};

} // namespace detail

#define STRIA_NO_INITIAL(name, other)                                                              \
  template <detail::operand A, class V = detail::no_initial_verdict<#name, #other>>                \
  detail::said_of_not_ours<V> name(A&&, include_initial_t);                                        \
  template <detail::operand A, class Axis, class V = detail::no_initial_verdict<#name, #other>>    \
  detail::said_of_not_ours<V> name(A&&, Axis, include_initial_t);
STRIA_NO_INITIAL(cumsum, cumulative_sum)
STRIA_NO_INITIAL(cumprod, cumulative_prod)
#undef STRIA_NO_INITIAL

#define STRIA_RUNNING_EXTREME(name, larger)                                                        \
  template <class A, class Axis>                                                                   \
    requires(!__is_same(Axis, axis))                                                               \
  constexpr auto name(A&& a, Axis)                                                                 \
      STRIA_RUN_OR_REFUSE((detail::running_extreme_result<larger, A, Axis>), static_cast<A&&>(a)); \
  template <detail::operand A>                                                                     \
  constexpr auto name(A&& a)                                                                       \
      STRIA_RUN_OR_REFUSE((detail::flat_extreme<larger, A>), static_cast<A&&>(a));                 \
  template <detail::operand_with_axes A> constexpr auto name(A&& a, axis k) {                      \
    return detail::call_along([]<class M>(M&& m, auto x) { return name(static_cast<M&&>(m), x); }, \
                              static_cast<A&&>(a), k);                                             \
  }                                                                                                \
  STRIA_FOREIGN_FIRST(name);

/// The largest element up to each position along an axis.
///
/// \param a      operand of real numbers
/// \param axis   a constant or axis(k); without it, the operand is flattened
/// \returns      a lazy expression of the shape and element type of `a`; from the first NaN on, all
///               elements are NaN
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that `a` does not have, and complex elements
/// \complexity   O(n); computed once when it is assigned
/// \numpy        `np.maximum.accumulate(a, axis)`
/// \usage        `cummax(a, _0)`
/// \see          cumsum, max
STRIA_RUNNING_EXTREME(cummax, true)
/// The smallest element up to each position along an axis.
///
/// \param a      operand of real numbers
/// \param axis   a constant or axis(k); without it, the operand is flattened
/// \returns      a lazy expression of the shape and element type of `a`; from the first NaN on, all
///               elements are NaN
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that `a` does not have, and complex elements
/// \complexity   O(n); computed once when it is assigned
/// \numpy        `np.minimum.accumulate(a, axis)`
/// \usage        `cummin(a, _0)`
/// \see          cumsum, min
STRIA_RUNNING_EXTREME(cummin, false)
#undef STRIA_RUNNING_EXTREME

} // namespace stria
