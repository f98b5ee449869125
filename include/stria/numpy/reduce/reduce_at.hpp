// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/reduce_at.hpp: reduce_at, reductions of the parts of an axis that begin at given
// positions. Tests: tests/numpy/reduce/accumulate.cpp.
#pragma once

#include <stria/arguments/declare.hpp>
#include <stria/evaluate/as_tensor.hpp>
#include <stria/numpy/reduce/accumulate.hpp>
#include <stria/numpy/select/axis_positions.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// The sum of two elements in the type of sum().
struct sum_of_two {
  template <class A, class B> STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    using S = typename sum_op::template result<A>;
    return static_cast<S>(static_cast<S>(a) + static_cast<S>(b));
  }
};

template <class P>
concept positions_argument =
    (integer_operand<P> && rank_if_operand<P> == 1) || integer_range<std::remove_cvref_t<P>>;
template <class P> struct positions_verdict {
  static constexpr bool accepted = positions_argument<P>;
  static constexpr message text() {
    return message("stria: reduce_at: the positions must be integers in an operand of rank 1, a "
                   "container or braces, as in reduce_at(a, {0, 4}, _0)");
  }
};

template <class F, class A, class P, class Axis> struct reduce_at_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t axis = axis_of<A, Axis>;
  using result = accumulated_type<F, value_t<A>>;
  static constexpr auto extents = [] {
    auto s = extents_of<A>;
    s[axis] = extents_of<decltype(as_tensor(std::declval<const P&>()))>[0];
    return s;
  }();
  using type = typename tensor_of<result, extents>::type;

  static constexpr type run(const F& f, const A& a, const P& positions) {
    const auto places = as_tensor(positions);
    const index count = places.size();
    auto n = a.shape();
    const index length = std::exchange(n[axis], count);
    check_parts(places.data(), count, length, axis);
    type r(n, uninitialized_t{});
    if (r.size() != 0)
      run_parts(r, as_block(a), places, length, f);
    return r;
  }

private:
  // The values may be a temporary, which lasts until the end of the call.
  static constexpr void run_parts(type& r, const auto& values, const auto& places, index length,
                                  const F& f) {
    reduce_parts(r.data(), values.data(), places.data(), length, r.shape(), axis, f);
  }
};

template <class F, class A, class P, class Axis>
using reduce_at_judged = judged_call<
    each_verdict<one_axis_verdict<A, Axis>, joining_verdict<F, A>, positions_verdict<P>>,
    reduce_at_call<F, std::remove_cvref_t<A>, std::remove_cvref_t<P>, Axis>>;
template <class F, class A, class P, class Axis> struct reduce_at_result : ignored_call {};
template <class F, operand A, class P, class Axis>
struct reduce_at_result<F, A, P, Axis> : reduce_at_judged<F, A, P, Axis> {};

} // namespace detail

/// Reduces parts of an axis by a function. Part j begins at positions[j] and ends before
/// positions[j + 1]; the last one ends with the axis. If positions[j + 1] is not greater than
/// positions[j], the result is the element at positions[j].
///
/// \param op         an associative function of two elements, called in order; without it, the
///                   elements are summed
/// \param a          a tensor, view or expression of rank 1 or more
/// \param positions  integers in an operand of rank 1, a container or braces; negative ones are out
///                   of bounds
/// \param axis       a constant or `axis(k)` (default: the first axis)
/// \returns          a tensor with the shape of `a`, in which the axis has as many elements as
///                   there are positions. Its element type is that of the results of `op`; sums of
///                   integers have at least 64 bits
/// \throws           index_error if a position is out of bounds or an `axis(k)` does not exist
/// \refuses          an axis that does not exist, positions that are not integers, and a function
///                   that cannot be called with two elements or whose result cannot be its first
///                   argument
/// \complexity       O(n); computed immediately, allocates the result
/// \numpy            `np.add.reduceat(a, positions, axis)`
/// \usage            `reduce_at(a, {0, 4}, _0)`, `reduce_at(std::multiplies<>(), a, {0, 4}, _0)`
/// \see              accumulate, reduce
template <class F, detail::operand A, class P, class Axis = constant<0>>
  requires(!detail::operand<F> && !std::same_as<Axis, axis>)
constexpr auto reduce_at(F op, const A& a, const P& positions, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::reduce_at_result<F, A, P, Axis>), op, a, positions);
/// Sums parts of an axis.
template <detail::operand A, class P, class Axis = constant<0>>
  requires(!detail::operand<Axis> && !std::same_as<Axis, axis>)
constexpr auto reduce_at(const A& a, const P& positions, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::reduce_at_result<detail::sum_of_two, A, P, Axis>),
                        detail::sum_of_two(), a, positions);
/// Reduces parts of an axis by a function. The positions are in braces.
template <class F, detail::operand A, std::size_t N, class Axis = constant<0>>
  requires(!detail::operand<F>)
constexpr auto reduce_at(F op, const A& a, const index (&positions)[N], Axis k = {}) {
  return reduce_at(std::move(op), a, std::to_array(positions), k);
}
/// Sums parts of an axis. The positions are in braces.
template <detail::operand A, std::size_t N, class Axis = constant<0>>
constexpr auto reduce_at(const A& a, const index (&positions)[N], Axis k = {}) {
  return reduce_at(a, std::to_array(positions), k);
}
STRIA_FOREIGN(reduce_at, detail::not_ours, detail::not_ours, detail::whatever = {},
              detail::whatever = {});

/// Reduces parts of an axis known only at run time by a function.
template <class F, detail::operand_with_axes A, class P>
  requires(!detail::operand<F>)
constexpr auto reduce_at(const F& op, const A& a, const P& positions, axis k) {
  return detail::call_at<detail::rank_of<A>>(
      k, [&](auto x) { return reduce_at(op, a, positions, x); });
}
/// Sums parts of an axis known only at run time.
template <detail::operand_with_axes A, class P>
constexpr auto reduce_at(const A& a, const P& positions, axis k) {
  return detail::call_at<detail::rank_of<A>>(k, [&](auto x) { return reduce_at(a, positions, x); });
}

} // namespace stria
