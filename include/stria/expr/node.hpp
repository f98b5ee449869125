// SPDX-License-Identifier: BSL-1.0
// expr/node.hpp: the base classes of expression nodes. Tests: tests/expr/protocol.cpp.
#pragma once

#include <stria/expr/keeper.hpp>
#include <stria/expr/region.hpp>
#include <stria/tensor/cursor.hpp>
#include <stria/tensor/prepare.hpp>
#include <stria/tensor/subscript.hpp>

namespace stria::detail {

/// A callable that is passed to operands() to count them.
struct count_operands {
  template <class... N>
  constexpr std::integral_constant<std::size_t, sizeof...(N)> operator()(const N&...) const {
    return {};
  }
};
/// The number of operands of a node; 0 for tensors, views and scalars.
template <class N>
inline constexpr std::size_t operand_count =
    decltype(member_access::operands(std::declval<const N&>(), count_operands{}))::value;

template <std::size_t K, class N, class... More>
constexpr const auto& pick_operand(const N& n, const More&... more) {
  if constexpr (K == 0)
    return n;
  else
    return pick_operand<K - 1>(more...);
}
/// Operand K of a node.
template <std::size_t K, class N> constexpr const auto& operand_at(const N& n) {
  return n.operands([](const auto&... o) -> const auto& { return pick_operand<K>(o...); });
}

/// Calls visit(operand) for each operand of a node, in order.
template <class N, class Visit> constexpr void for_each_operand(const N& n, const Visit& visit) {
  n.operands([&](const auto&... o) { (visit(o), ...); });
}

/// How a region of the result of a node is computed from the regions of its operands that it needs.
enum class computation : unsigned char {
  in_the_loop, ///< element by element, as the result is traversed
  at_a_level,  ///< by the same node, applied to those regions: reductions
  along_axes,  ///< the same, for a region whose rows are whole (computed_for()): scans, sorts
  first        ///< the result is computed as a whole: sorts, scans, joins, products
};

/// The base of all nodes, with the members that are the same in each. Self provides
///   shape() and `ready`;
///   cursor() if it is ready, otherwise prepared(), which returns a ready operand;
///   operands(f), which returns f(operand...);
///   over(operand...), the same node over other operands.
/// Self also uses STRIA_NO_TARGET, because the implicit assignment of a class would hide a deleted
/// assignment of its base. docs/design/nodes.md describes how visitors use these members.
template <class Self, class T, auto Extents> class node : public subscriptable<Self> {
  // The sizes of the kept elements, so that they limit a loop over w[i].
  constexpr auto sizes() const {
    if constexpr (is_keeper<Self>)
      if !consteval {
        if (const auto* const kept = kept_elements::find(self()))
          return kept->shape();
      }
    return self().shape();
  }

protected:
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }

public:
  using value_type = T;
  static constexpr auto extents = Extents;
  /// The number of axes.
  static constexpr index rank = static_cast<index>(Extents.rank());
  static constexpr computation how = computation::in_the_loop;
  /// True if an operand of type N may be computed before the loops. The regions of the node then
  /// treat the operand as memory.
  template <class N> static constexpr bool computes_first = false;

  /// The size of axis k; a negative k counts from the end.
  ///
  /// \throws  index_error if there is no such axis
  constexpr index extent(index k) const {
    return sizes()[static_cast<std::size_t>(checked_axis(k, rank))];
  }
  /// The number of elements.
  constexpr index size() const { return count_elements(sizes()); }
  /// An expression of rank 0 converts to its element, which is computed by the conversion.
  constexpr operator T() const
    requires(Extents.rank() == 0 && !is_elsewhere<Self>)
  {
    return member_access::cursor<no_hint, 0>(prepare(self()), axis_refs<0>()).item();
  }

  // Hides the definition for leaves: a node must list its operands.
  template <class F> void operands(const F&) const = delete;
  /// The same node over change(operand)...; the calls are made in any order. The new operands have
  /// the sizes of the old ones, except that those of maps and reductions may have any sizes that
  /// fit together.
  template <class Change> constexpr auto rebuilt(const Change& change) const {
    return self().operands([&](const auto&... o) { return self().over(change(o)...); });
  }
  /// The region of operand K that a region of the result reads; all of it unless the node overrides
  /// this.
  template <std::size_t K> constexpr auto needed(const region<Extents.rank()>&) const {
    return whole_region(operand_at<K>(self()).shape());
  }
};

/// The base of nodes that only rearrange the elements of N: slices, permutations of axes,
/// broadcasts. Self provides
///   shape();
///   source_refs(refs), the loop that each axis of the source follows;
///   source_hint<H>, the hint for the source if the hint for this node is H;
///   over(source), the same node over another source.
template <class Self, class N, auto Extents>
class moving_node : public node<Self, typename N::value_type, Extents> {
  N source_;

public:
  using ready = typename N::ready;
  static constexpr bool is_expensive = member_access::is_expensive<N>;
  static constexpr int computes = member_access::computes<N>;

  constexpr const N& source() const { return source_; }
  template <class F> constexpr decltype(auto) operands(const F& f) const { return f(source_); }
  template <std::size_t> constexpr auto needed(const region<Extents.rank()>& of_result) const {
    return region_read(this->self().source_refs(refs_of(of_result)), of_result.size);
  }

  template <inner_hint H, std::size_t L>
  STRIA_INLINE constexpr auto cursor(const axis_refs<Extents.rank()>& refs) const {
    return member_access::cursor<Self::template source_hint<H>, L>(source_,
                                                                   this->self().source_refs(refs));
  }
  constexpr auto prepared() const { return this->self().over(prepare_part(source_)); }

protected:
  template <class U>
  constexpr explicit moving_node(U&& source) : source_(static_cast<U&&>(source)) {}
};

} // namespace stria::detail
