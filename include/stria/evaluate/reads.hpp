// SPDX-License-Identifier: BSL-1.0
// evaluate/reads.hpp: whether an expression can be computed directly into a target.
// Tests: tests/assign/assign.cpp.
#pragma once

#include <stria/expr/map.hpp>
#include <stria/tensor/overlap.hpp>

namespace stria::detail {

/// True for scalars, tensors and maps of these: none of them shares memory with another tensor.
template <class N> inline constexpr bool reads_tensors = is_scalar<N> || tensor_operand<N>;
template <class N> inline constexpr bool reads_tensors<ref<N>> = reads_tensors<N>;
template <class F, class Seq, class... A>
inline constexpr bool reads_tensors<map_node<F, Seq, A...>> = (reads_tensors<A> && ...);

/// Whether an operand, ready or not, may read from a region of memory. The result is false only if
/// the operand certainly does not read from the region.
template <class T, class E> constexpr bool may_read(const memory_region<T>& region, const E& e) {
  if constexpr (is_ref<E>) {
    return may_read(region, *e.node);
  } else if constexpr (is_map<E> || !E::ready::value) {
    bool found = false;
    for_each_operand(e, [&](const auto& o) { found = found || may_read(region, o); });
    return found;
  } else if constexpr (tensor_operand<E>) {
    return regions_meet(region, memory_region<value_t<E>>{e.data(), 0, e.size() - 1});
  } else if constexpr (view_operand<E>) { // faster than a cursor
    if !consteval {
      if (!ranges_meet(member_access::storage_range(e), bytes_of(region))) [[likely]]
        return false;
    }
    const auto n = e.shape();
    bool some = true;
    for (index k : n)
      some &= k != 0;
    const reach r = reach_of(0, e.strides(), n);
    return some && regions_meet(region, memory_region<value_t<E>>{e.data(), r.low, r.high});
  } else {
    constexpr std::size_t R = rank_of<E>;
    const auto n = e.shape();
    bool found = false;
    if (count_elements(n) != 0)
      member_access::cursor<no_hint, R>(e, straight_refs<R>()).visit_memory([&](const auto& leaf) {
        found = found || regions_meet(region, region_of(leaf, n));
      });
    return found;
  }
}

/// A node that can write its values into any tensor of its shape that it does not read.
template <class E, class Target>
concept computes_into =
    operand<E> && tensor_operand<Target> && std::same_as<value_t<E>, value_t<Target>> &&
    member_access::computes_itself<std::remove_cvref_t<E>>;

} // namespace stria::detail
