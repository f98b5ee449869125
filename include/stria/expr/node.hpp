// SPDX-License-Identifier: BSL-1.0
// expr/node.hpp: what every node of an expression answers, and what the nodes that only rearrange
// axes have in common.
#pragma once

#include <stria/view/cursor.hpp>
#include <stria/view/prepare.hpp>
#include <stria/view/subscript.hpp>

namespace stria::detail {

/// A node with elements of type T. Self says its shape(), whether it is `ready`, that is whether
/// cursor() may be called at once, and otherwise prepared(), an operand that is ready.
/// STRIA_NO_TARGET stands in Self: the assignments of a base are hidden by those of a class.
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

/// A node whose elements are those of N in other places: a slice, other axes, a broadcast. Self
/// says its shape(); source_refs(refs), how the source's axes move with the loops; source_hint<H>,
/// what the type knows of them, from what it knows of its own axes; and over(source), the same node
/// over another source.
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
