// SPDX-License-Identifier: BSL-1.0
// fn/cumulative.hpp: running sums and products by the names of the Array API standard, which may
// begin with the sum or product of nothing.
#pragma once

#include <stria/args/run_time_axis.hpp>
#include <stria/fn/along.hpp>
#include <stria/fn/concat.hpp>
#include <stria/fn/scan.hpp>

namespace stria {

struct include_initial_t {};
/// Running sums begin with 0 and products with 1: `cumulative_sum(a, _0, include_initial)`. The
/// Array API: `include_initial=True`.
inline constexpr include_initial_t include_initial{};

namespace detail {

/// The running results of Op behind one place of `start`.
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
    for (T& v : first.storage())
      v = Op::template start<T>();
    return concat(std::remove_cvref_t<Axis>(), std::move(first), scanned::run(static_cast<A&&>(a)));
  }
  using type = decltype(run(std::declval<A>()));
};
template <class Op, class A, class Axis> struct started_scan {};
template <class Op, operand A, class Axis>
struct started_scan<Op, A, Axis>
    : judged_call<one_axis_verdict<A, Axis>, started_scan_call<Op, A, Axis>> {};

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
  template <detail::operand A> constexpr auto name(A&& a) {                                        \
    return name(ravel(static_cast<A&&>(a)), constant<0>{});                                        \
  }                                                                                                \
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

/// The same as cumsum(); with include_initial a 0 comes first, and there is one element more along
/// the axis. The Array API: `cumulative_sum(a, axis=axis, include_initial=True)`.
STRIA_CUMULATIVE(cumulative_sum, detail::sum_op)
/// The same as cumprod(); with include_initial a 1 comes first. The Array API:
/// `cumulative_prod(a, axis=axis, include_initial=True)`.
STRIA_CUMULATIVE(cumulative_prod, detail::prod_op)
#undef STRIA_CUMULATIVE

} // namespace stria
