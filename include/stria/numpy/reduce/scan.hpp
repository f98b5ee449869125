// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/scan.hpp: running results along an axis: cumsum, cumprod.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/along.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/scan_loops.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

/// The type of `include_initial`.
struct include_initial_t {};

namespace detail {

/// The running results of Op over N along an axis.
template <class Op, class N, std::size_t Axis>
class scan : public computed_along<scan<Op, N, Axis>, typename Op::template result<value_t<N>>,
                                   N::extents, Axis> {
  static constexpr std::size_t R = rank_of<N>;
  using loops = scan_along<Op, R, Axis>;
  N source_;

public:
  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, scan>)
  constexpr explicit scan(U&& source) : source_(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(scan);

  constexpr axis_array<R> shape() const { return {source_.shape()}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  static constexpr bool only_operands = true;
  template <class M> static constexpr auto over(M&& source) {
    return scan<Op, std::remove_cvref_t<M>, Axis>(static_cast<M&&>(source));
  }
  template <class Target> constexpr void compute(Target& target) const {
    if (target.size() == 0)
      return;
    const auto& e = prepare(source_);
    const auto n = e.shape();
    // There is one loop for each axis; loops are not merged.
    loop_nest<R> nest{n};
    for (std::size_t k = 0; k < R; ++k)
      if (k == Axis || n[k] != 1)
        nest.order[nest.depth++] = k;
    const auto out = output_cursor(target);
    const auto in = member_access::cursor<straight_hint<R>, R>(e, straight_refs<R>());
    for_parts_except(Axis, few_turns::split, nest, out, in,
                     [](const loop_nest<R>& part, auto& to, auto& from) {
                       if constexpr (Axis + 1 == R)
                         loops::each_row(part, to, from);
                       else
                         loops::each_slice(part.n, to, from);
                     });
  }
};

/// Op takes the elements of A, and Axis is one of its axes.
template <class Op, class A, class Axis>
using scan_verdict = each_verdict<one_axis_verdict<A, Axis>,
                                  typename reduction_verdict<reduces<Op, value_t<A>>, Op, A>::type>;
/// Refuses include_initial as an argument of cumsum() or cumprod().
template <class Op> struct no_initial_verdict {
  static constexpr bool accepted = false;
  static constexpr message text() {
    return message("stria: cum") << Op::text
                                 << " does not accept include_initial: write cumulative_"
                                 << Op::text << "(a, _0, include_initial)";
  }
};
template <class Op> struct scan_function : along_axes {
  template <class A> static scan_verdict<Op, flattened<A>, constant<0>> verdict();
  template <class A, class Axis> static scan_verdict<Op, A, Axis> verdict();
  template <class A, std::same_as<include_initial_t>> static no_initial_verdict<Op> verdict();
  template <class A, class, std::same_as<include_initial_t>>
  static no_initial_verdict<Op> verdict();
  template <class A> static constexpr auto run(A&& a) {
    return run(ravel(static_cast<A&&>(a)), constant<0>());
  }
  template <class A, class Axis> static constexpr auto run(A&& a, Axis) {
    return scan<Op, hold_t<A>, axis_of<A, Axis>>(static_cast<A&&>(a));
  }
};

} // namespace detail

/// Computes the running sums along an axis.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`; without it, the operand is flattened
/// \returns      a lazy expression of the shape of `a` (of rank 1 without an axis); sums of
///               integers have at least 64 bits
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist
/// \complexity   O(n); computed once when it is assigned
/// \numpy        `np.cumsum(a, axis)`
/// \usage        `cumsum(a, _0)`
STRIA_DECLARE_BY(cumsum, detail::scan_function<detail::sum_op>);
/// Computes the running products along an axis.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`; without it, the operand is flattened
/// \returns      a lazy expression of the shape of `a` (of rank 1 without an axis); products of
///               integers have at least 64 bits
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist
/// \complexity   O(n); computed once when it is assigned
/// \numpy        `np.cumprod(a, axis)`
/// \usage        `cumprod(a, _0)`
STRIA_DECLARE_BY(cumprod, detail::scan_function<detail::prod_op>);
} // namespace stria
