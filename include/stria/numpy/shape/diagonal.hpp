// SPDX-License-Identifier: BSL-1.0
// numpy/shape/diagonal.hpp: diagonal, which selects the diagonal of two axes.
// Tests: tests/numpy/select/select.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/arguments/integer.hpp>
#include <stria/expr/slice_by.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {
namespace detail {

/// The two axes of a diagonal.
struct diagonal_axes {
  std::size_t first, second;
};

/// The length of diagonal k of an m by n matrix.
constexpr index diagonal_length(index m, index n, index k) {
  const index rows = k < 0 ? m + k : m, columns = k > 0 ? n - k : n;
  const index shorter = rows < columns ? rows : columns;
  return shorter < 0 ? 0 : shorter;
}

/// The extent of a diagonal. It is known for static extents and for the sides of a square.
template <class O> constexpr extent diagonal_extent(const extent& m, const extent& n) {
  if constexpr (constant_item<O>) {
    constexpr index k = constant_traits<std::remove_cvref_t<O>>::value;
    if (m.is_named() && m == n)
      return subtract_extents(m, extent::make(k < 0 ? -k : k));
    if (m.is_static() && n.is_static())
      return extent::make(diagonal_length(m.size, n.size, k));
  }
  return extent::unknown();
}

template <auto Shape, diagonal_axes A, class O> constexpr auto diagonal_shape() {
  auto r = unknown_shape<Shape.rank() - 1>();
  std::size_t out = 0;
  for (std::size_t k = 0; k < Shape.rank(); ++k)
    if (k != A.first && k != A.second)
      r[out++] = Shape[k];
  r[out] = diagonal_extent<O>(Shape[A.first], Shape[A.second]);
  return r;
}

/// The sizes (or strides) of the other axes, then `last`, that of the diagonal.
template <diagonal_axes A, std::size_t R>
constexpr auto diagonal_values(const std::array<index, R>& from, index last) {
  std::array<index, R - 1> r{};
  std::size_t out = 0;
  for (std::size_t k = 0; k < R; ++k)
    if (k != A.first && k != A.second)
      r[out++] = from[k];
  r[out] = last;
  return r;
}

template <auto L, diagonal_axes A, class O> constexpr auto diagonal_layout() {
  static_layout<L.rank() - 1> r{diagonal_shape<L.shape, A, O>(), {}};
  std::size_t out = 0;
  for (std::size_t k = 0; k < L.rank(); ++k)
    if (k != A.first && k != A.second)
      r.strides[out++] = L.strides[k];
  const index a = L.strides[A.first], b = L.strides[A.second];
  r.strides[out] = a == unknown_stride || b == unknown_stride ? unknown_stride : a + b;
  return r;
}

/// The diagonal of a lazy expression: one loop moves along two axes at once.
template <class N, diagonal_axes A, class O>
class diagonal_node
    : public moving_node<diagonal_node<N, A, O>, N, diagonal_shape<N::extents, A, O>()> {
  using base = typename diagonal_node::moving_node;
  index offset_;

public:
  template <class U>
  constexpr diagonal_node(U&& source, index offset)
      : base(static_cast<U&&>(source)), offset_(offset) {}
  STRIA_NO_TARGET(diagonal_node);

  constexpr axis_array<base::extents.rank()> shape() const {
    const auto n = this->source().shape();
    return {diagonal_values<A>(n, diagonal_length(n[A.first], n[A.second], offset_))};
  }

  template <inner_hint> static constexpr inner_hint source_hint = no_hint;
  constexpr auto source_refs(const axis_refs<base::extents.rank()>& refs) const {
    axis_refs<rank_of<N>> r{};
    std::size_t out = 0;
    for (std::size_t k = 0; k < r.size(); ++k)
      if (k != A.first && k != A.second)
        r[k] = refs[out++];
    r[A.first] = r[A.second] = refs[out];
    // An empty diagonal has no first element, and -offset_ may overflow.
    if (shape()[out] > 0)
      (offset_ < 0 ? r[A.first] : r[A.second]).begin += offset_ < 0 ? -offset_ : offset_;
    return r;
  }
  template <class M> constexpr auto over(M&& source) const {
    return diagonal_node<std::remove_cvref_t<M>, A, O>(static_cast<M&&>(source), offset_);
  }
};

template <class E, class A, class B> struct diagonal_verdict {
  using axes = axes_verdict<E, A, B>;
  static constexpr bool ranks = rank_of<E> >= 2;
  static constexpr bool accepted = ranks && axes::accepted;
  static constexpr message text() {
    if constexpr (ranks) {
      return axes::text();
    } else {
      message m("stria: diagonal takes an operand of rank 2 or more; the shape is ");
      say_shape(m, extents_of<E>.view());
      return m;
    }
  }
};

struct diagonal_function : axes_base_after_value {
  template <class E, class O = constant<0>, class A = constant<0>, class B = constant<1>>
  static each_verdict<integer_verdict<O>, diagonal_verdict<E, A, B>> verdict();
  template <class E, class O = constant<0>, class A = constant<0>, class B = constant<1>>
  static constexpr auto run(E&& e, O which = {}, A = {}, B = {}) {
    const index offset = size_value(which);
    constexpr diagonal_axes axes{axis_of<E, A>, axis_of<E, B>};
    if constexpr (view_source<E>::is_memory) {
      using element = typename view_source<E>::element;
      constexpr auto layout = diagonal_layout<std::remove_cvref_t<E>::layout, axes, O>();
      const auto n = e.shape();
      const auto s = e.strides();
      const index length = diagonal_length(n[axes.first], n[axes.second], offset);
      placed<layout.rank()> at;
      at.sizes = diagonal_values<axes>(n, length);
      at.strides = diagonal_values<axes>(s, s[axes.first] + s[axes.second]);
      if (length > 0)
        at.offset = offset < 0 ? -offset * s[axes.first] : offset * s[axes.second];
      return make_view<element, layout>(e, at);
    } else {
      return diagonal_node<hold_t<E>, axes, O>(static_cast<E&&>(e), offset);
    }
  }
  template <class F, class E, class O, class A, class B>
  static constexpr auto along(const F& f, E&& e, O which, A x, B y) {
    return call_with_named_last<rank_of<E>>(
        [&](const auto& last, auto rows, auto columns) {
          return f(last(static_cast<E&&>(e)), which, rows, columns);
        },
        x, y);
  }
};

} // namespace detail

/// A diagonal of two axes: the elements a[i, i + offset], along a new last axis.
///
/// \param e     operand of rank 2 or more
/// \param which the offset, an integer or a constant (default 0); positive offsets select diagonals
///              above the main one
/// \param axis1 the axis of the rows, a constant or axis(k) (default 0)
/// \param axis2 the axis of the columns, a constant or axis(k) (default 1)
/// \returns     a view if `e` is in memory, otherwise a lazy expression, with the other axes and
///              then the diagonal. The extent of the diagonal is static if both extents are static
///              and the offset is a constant. The main diagonal of two axes with the same named
///              extent has that extent
/// \throws      index_error if an axis(k) does not exist, value_error if the axes are equal
/// \refuses     rank 0 and 1, and axes that `e` does not have or that are equal
/// \complexity  O(rank); nothing is copied
/// \numpy       `np.diagonal(a, offset, axis1, axis2)`
/// \usage       `diagonal(a, 1) = 0.`
/// \see         diag, trace
STRIA_DECLARE(diagonal);

} // namespace stria
