// SPDX-License-Identifier: BSL-1.0
// expr/node.hpp: the base classes of expression nodes.
#pragma once

#include <stria/view/cursor.hpp>
#include <stria/view/prepare.hpp>
#include <stria/view/subscript.hpp>

namespace stria::detail {

/// The answers that every node gives in the same way. Self provides shape() and `ready`; if ready,
/// cursor(), otherwise prepared(), which returns a ready operand. Self also uses STRIA_NO_TARGET: a
/// class's implicit assignment would hide one that is deleted in its base.
template <class Self, class T, auto Extents> class node : public subscriptable<Self> {
protected:
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }

public:
  using value_type = T;
  static constexpr auto extents = Extents;
  /// The number of axes.
  static constexpr index rank = static_cast<index>(Extents.rank());

  /// The size of axis k; a negative k counts from the end. `index_error` for others.
  constexpr index extent(index k) const {
    return self().shape()[static_cast<std::size_t>(checked_axis(k, rank))];
  }
  /// The number of elements.
  constexpr index size() const { return count_elements(self().shape()); }
  /// Rank 0 converts to its element.
  constexpr operator T() const
    requires(Extents.rank() == 0)
  {
    return prepare(self()).template cursor<no_hint, 0>({}).item();
  }
};

/// A node that only rearranges the elements of N: a slice, a permutation of axes, a broadcast. Self
/// provides shape(); source_refs(refs), which loop each axis of the source follows; source_hint<H>,
/// the hint for the source given the hint for this node; and over(source), the same node over
/// another source.
template <class Self, class N, auto Extents>
class moving_node : public node<Self, typename N::value_type, Extents> {
  N source_;

public:
  static constexpr bool ready = N::ready;

  constexpr const N& source() const { return source_; }

  template <inner_hint H, std::size_t L>
  STRIA_INLINE constexpr auto cursor(const axis_refs<Extents.rank()>& refs) const {
    return source_.template cursor<Self::template source_hint<H>, L>(
        this->self().source_refs(refs));
  }
  constexpr auto prepared() const { return this->self().over(prepare_part(source_)); }

protected:
  template <class U>
  constexpr explicit moving_node(U&& source) : source_(static_cast<U&&>(source)) {}
};

} // namespace stria::detail
