// SPDX-License-Identifier: BSL-1.0
// expr/positions.hpp: the numbers 0, 1, 2, ... along one axis, as an operand without memory.
// Tests: tests/evaluate/few_rows.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/expr/sliced.hpp>

namespace stria::detail {

struct position_row {
  index at, step;
  STRIA_INLINE constexpr index operator[](index i) const { return at + i * step; }
};
/// Numbers at a static step. g++ would multiply each number by a step that it does not know.
template <index Step> struct static_position_row {
  index at;
  STRIA_INLINE constexpr index operator[](index i) const { return at + i * Step; }
};

/// Computes a number that changes with the loops in the same way as an offset into memory. `Hint`
/// is the expected step of the inner loop.
template <std::size_t L, index Hint = unknown_stride> struct position_cursor {
  index offset = 0;
  std::array<index, L> strides{};

  static constexpr bool may_split = true;
  STRIA_INLINE constexpr bool fits(std::size_t axis) const {
    return Hint == unknown_stride || strides[axis] == Hint;
  }
  constexpr bool joins(std::size_t outer, std::size_t inner, index n) const {
    return strides[outer] == strides[inner] * n;
  }
  STRIA_INLINE constexpr void advance(std::size_t axis, index by) { offset += strides[axis] * by; }
  template <bool Hinted> STRIA_INLINE constexpr auto row(std::size_t axis) const {
    if constexpr (Hinted && Hint != unknown_stride)
      return static_position_row<Hint>{offset};
    else
      return position_row{offset, strides[axis]};
  }
  constexpr index item() const { return offset; }
  template <class Visit> static constexpr void visit_memory(Visit) {}
};

/// The numbers 0, 1, ..., n - 1 for a static or dynamic extent N.
template <extent N> class positions : public node<positions<N>, index, shape_of<N>()> {
  index size_;

public:
  using ready = std::true_type;

  constexpr explicit positions(index n) : size_(n) {}
  STRIA_NO_TARGET(positions);

  constexpr axis_array<1> shape() const { return {size_}; }
  template <class F> static constexpr decltype(auto) operands(const F& f) { return f(); }
  constexpr auto over() const { return *this; }

  template <inner_hint H, std::size_t L>
  STRIA_INLINE constexpr auto cursor(const axis_refs<1>& refs) const {
    position_cursor < L, H.axis<0 ? 0 : H.step> c;
    c.offset = refs[0].begin;
    // Each stride is chosen by itself: an array with a run-time index could not stay in registers.
    STRIA_AXES
    for (std::size_t k = 0; k < L; ++k)
      c.strides[k] = refs[0].loop == static_cast<int>(k) ? refs[0].step : 0;
    return c;
  }
};

/// The positions along axis K of an operand, as an expression of rank R that varies along axis K.
template <std::size_t K, std::size_t R, class E> constexpr auto positions_along(const E& e) {
  constexpr extent n = extents_of<E>[K];
  constexpr auto code = [] {
    subscript_code<R> c{};
    for (std::size_t i = 0; i < R; ++i)
      c.items[i] = mark_code(i == K ? item_kind::slice : item_kind::new_axis);
    return c;
  }();
  encoded<code> items{};
  for (index& s : items.strides)
    s = 1;
  return sliced<positions<n>, code>(positions<n>(e.shape()[K]), items);
}

} // namespace stria::detail
