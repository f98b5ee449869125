// SPDX-License-Identifier: BSL-1.0
// parts/hoist.hpp: computes values that many parts of a statement need once, before the parts.
// Tests: tests/parts/parts.cpp.
#pragma once

#include <stria/parts/part.hpp>

#include <optional>

namespace stria::detail {

/// A node, with all its values if they were computed before the parts.
template <class N> class hoisted : public node<hoisted<N>, value_t<N>, extents_of<N>> {
  static constexpr std::size_t R = rank_of<N>;
  N node_;
  std::optional<box<value_t<N>, extents_of<N>, R>> values_;

public:
  using ready = std::false_type;
  static constexpr computation how = computation::first;

  template <class Values> hoisted(N n, Values computed) : node_(std::move(n)) {
    if (computed)
      values_.emplace(box_of<extents_of<N>>(
          values_in_region(std::move(*computed), whole_region(sizes())), sizes()));
  }
  STRIA_NO_TARGET(hoisted);

  axis_array<R> shape() const { return node_.shape(); }
  template <class F> decltype(auto) operands(const F& f) const { return f(node_); }
  template <class M> auto over(M&& n) const {
    return hoisted<std::remove_cvref_t<M>>(static_cast<M&&>(n), std::optional<value_tensor<M>>());
  }
  auto prepared() const { return eval(node_); }

  const N& node() const { return node_; }
  bool has_values() const { return values_.has_value(); }
  const auto& values() const { return *values_; }

private:
  std::array<index, R> sizes() const { return node_.shape(); }
};
template <class N> inline constexpr bool is_hoisted<hoisted<N>> = true;

/// The expression n for parts. Nodes without stored operands that are not computed in the loop are
/// computed here. plan(node) is called for the other nodes that are not computed in the loop, inner
/// ones first, and returns all values of the node as std::optional of a tensor, or nothing if each
/// part computes its own.
template <class N, class Plan> auto hoist(const N& n, const Plan& plan) {
  if constexpr (is_ref<N>) {
    if constexpr (reads_stored<N>)
      return hoist(*n.node, plan);
    else
      return n;
  } else if constexpr (is_stored<N>) {
    return n;
  } else if constexpr (operand_count<N> == 0) {
    return unchanged(n);
  } else {
    auto inner = n.rebuilt([&](const auto& o) { return hoist(o, plan); });
    if constexpr (N::how == computation::in_the_loop)
      return inner;
    else if constexpr (!reads_stored<N>)
      return box_of<extents_of<N>>(
          values_in_region(eval(inner), whole_region(std::array<index, rank_of<N>>(n.shape()))),
          std::array<index, rank_of<N>>(n.shape()));
    else {
      auto values = plan(inner);
      return hoisted<decltype(inner)>(std::move(inner), std::move(values));
    }
  }
}

} // namespace stria::detail
