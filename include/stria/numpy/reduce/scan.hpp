// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/scan.hpp: running results along an axis: cumsum, cumprod.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/scan_loops.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// The running results of Op over N along an axis.
template <class Op, class N, std::size_t Axis>
class scan
    : public computed<scan<Op, N, Axis>, typename Op::template result<value_t<N>>, N::extents> {
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

template <class Op, class A, class Axis>
struct scan_call : constructing_call<scan<Op, hold_t<A>, axis_of<A, Axis>>> {};
/// `Call` if Axis is an axis of A and Op takes its elements.
template <class Op, class A, class Axis, class Call>
using judged_scan = judged_call<
    one_axis_verdict<A, Axis>,
    judged_call<typename reduction_verdict<reduces<Op, value_t<A>>, Op, A>::type, Call>>;
template <class Op, class A, class Axis> struct scan_result {};
template <class Op, operand A, class Axis>
struct scan_result<Op, A, Axis> : judged_scan<Op, A, Axis, scan_call<Op, A, Axis>> {};
template <class Op, class A> struct flat_scan {};
template <class Op, operand A>
struct flat_scan<Op, A> : flat_call<A, scan_result<Op, flattened<A>, constant<0>>> {};

} // namespace detail

#define STRIA_SCAN(name, op)                                                                       \
  template <class A, class Axis>                                                                   \
  constexpr auto name(A&& a, Axis)                                                                 \
      STRIA_RUN_OR_REFUSE((detail::scan_result<op, A, Axis>), static_cast<A&&>(a));                \
  template <detail::operand A>                                                                     \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::flat_scan<op, A>), static_cast<A&&>(a)); \
  STRIA_FOREIGN_FIRST(name);

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
STRIA_SCAN(cumsum, detail::sum_op)
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
STRIA_SCAN(cumprod, detail::prod_op)
#undef STRIA_SCAN

} // namespace stria
