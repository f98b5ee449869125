// SPDX-License-Identifier: BSL-1.0
// numpy/along.hpp: the base of nodes that work on whole rows along one axis: a part of the result
// needs only these rows. Tests: tests/expr/regions.cpp, tests/expr/protocol.cpp.
#pragma once

#include <stria/evaluate/computed.hpp>

namespace stria::detail {

/// A node of the shape of operand 0, whose rows along axis `Axis` are computed one by one. The
/// other operands are needed as a whole. If Axis is the rank, there are no rows: all elements of
/// operand 0 are needed, too.
template <class Self, class T, auto Extents, std::size_t Axis>
class computed_along : public computed<Self, T, Extents> {
  using own_region = region<Extents.rank()>;

public:
  static constexpr computation how =
      Axis < Extents.rank() ? computation::along_axes : computation::first;
  /// The region with whole rows.
  constexpr own_region computed_for(const own_region& of_result) const {
    const std::array<index, Extents.rank()> n = this->self().shape();
    own_region r = broadcast_region(of_result, n);
    set_axis(r, Axis, 0, 1, n[Axis]);
    return r;
  }
  template <std::size_t K> constexpr auto needed(const own_region& r) const {
    if constexpr (K == 0 && Axis < Extents.rank())
      return computed_for(r);
    else
      return whole_region(std::array<index, rank_of<decltype(operand_at<K>(this->self()))>>(
          operand_at<K>(this->self()).shape()));
  }
};

} // namespace stria::detail
