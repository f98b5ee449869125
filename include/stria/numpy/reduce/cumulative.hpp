// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/cumulative.hpp: running results along an axis: cumulative_sum and cumulative_prod of
// the Array API, cumulative_max and cumulative_min.
// Tests: tests/numpy/elementwise/names.cpp, tests/numpy/calculus/polynomials.cpp.
#pragma once

#include <stria/arguments/run_time_axis.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/reduce/scan.hpp>

#include <limits>

namespace stria {

/// Tag that makes a running sum begin with 0, or a running product with 1.
/// \numpy      `include_initial=True`
/// \usage      `cumulative_sum(a, _0, include_initial)`
inline constexpr include_initial_t include_initial{};

namespace detail {

template <class Op> struct cumulative_function : along_axes {
  using scan_t = scan_function<Op>;
  using tag = include_initial_t;

  template <class A> static scan_verdict<Op, flattened<A>, constant<0>> verdict();
  template <class A, std::same_as<tag>>
  static scan_verdict<Op, flattened<A>, constant<0>> verdict();
  template <class A, class Axis> static scan_verdict<Op, A, Axis> verdict();
  template <class A, class Axis, std::same_as<tag>> static scan_verdict<Op, A, Axis> verdict();

  template <class A> static constexpr auto run(A&& a) { return scan_t::run(static_cast<A&&>(a)); }
  template <class A> static constexpr auto run(A&& a, tag t) {
    return run(ravel(static_cast<A&&>(a)), constant<0>(), t);
  }
  template <class A, class Axis> static constexpr auto run(A&& a, Axis x) {
    return scan_t::run(static_cast<A&&>(a), x);
  }
  /// One initial element, followed by the running results.
  template <class A, class Axis> static constexpr auto run(A&& a, Axis x, tag) {
    using T = typename Op::template result<value_t<A>>;
    constexpr std::size_t axis = axis_of<A, Axis>;
    constexpr auto one_place = [] {
      auto s = extents_of<A>;
      s[axis] = extent::make(1);
      return s;
    }();
    auto sizes = a.shape();
    sizes[axis] = 1;
    typename tensor_of<T, one_place>::type first(sizes, uninitialized_t{});
    set_elements(first, Op::template start<T>());
    return concat(x, std::move(first), scan_t::run(static_cast<A&&>(a), x));
  }
};

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
template <bool Larger> struct running_extreme_function : along_axes {
  template <class A> static running_extreme_verdict<flattened<A>, constant<0>> verdict();
  template <class A, class Axis> static running_extreme_verdict<A, Axis> verdict();
  template <class... A> static constexpr auto run(A&&... a) {
    return scan_function<running_extreme_op<Larger>>::run(static_cast<A&&>(a)...);
  }
};

} // namespace detail

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
STRIA_DECLARE_BY(cumulative_sum, detail::cumulative_function<detail::sum_op>);
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
STRIA_DECLARE_BY(cumulative_prod, detail::cumulative_function<detail::prod_op>);

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
/// \usage        `cumulative_max(a, _0)`
/// \see          cummax, max
STRIA_DECLARE_BY(cumulative_max, detail::running_extreme_function<true>);
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
/// \usage        `cumulative_min(a, _0)`
/// \see          cummin, min
STRIA_DECLARE_BY(cumulative_min, detail::running_extreme_function<false>);
/// The largest element up to each position along an axis: another name of cumulative_max().
///
/// \numpy        `np.maximum.accumulate(a, axis)`
/// \usage        `cummax(a, _0)`
/// \see          cumulative_max
STRIA_DECLARE_BY(cummax, detail::running_extreme_function<true>);
/// The smallest element up to each position along an axis: another name of cumulative_min().
///
/// \numpy        `np.minimum.accumulate(a, axis)`
/// \usage        `cummin(a, _0)`
/// \see          cumulative_min
STRIA_DECLARE_BY(cummin, detail::running_extreme_function<false>);

} // namespace stria
