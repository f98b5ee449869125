// SPDX-License-Identifier: BSL-1.0
// tensor/cursor.hpp: strided memory seen from a loop nest. Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/tensor/operand.hpp>

namespace stria::detail {

/// True for cursors whose copies may be used by several threads.
template <class C> inline constexpr bool splits = C::may_split;

/// True if several threads may process such elements. False for elements that contain a stateful
/// function.
template <class V> inline constexpr bool is_pure_value = true;

/// Elements at a stride known at compile time.
template <class T, index Stride> struct static_row {
  T* p;
  STRIA_INLINE constexpr T& operator[](index i) const { return p[i * Stride]; }
};

/// Bools are read as bytes, because g++ 12 does not vectorise bool. With clang, which knows that
/// the byte of a bool is 0 or 1, a comparison with 0 would be an instruction more.
template <index Stride> struct static_row<const bool, Stride> {
  const bool* p;
  STRIA_INLINE constexpr bool operator[](index i) const {
#if !defined(__clang__)
    if !consteval {
      return reinterpret_cast<const unsigned char*>(p)[i * Stride] != 0;
    }
#endif
    return p[i * Stride];
  }
};

/// Elements at a run-time stride.
template <class T> struct dynamic_row {
  T* p;
  index stride;
  STRIA_INLINE constexpr T& operator[](index i) const { return p[i * stride]; }
};

/// The elements from p on, at a stride that may be static.
template <index Stride, class T> STRIA_INLINE constexpr auto row_at(T* p, index stride) {
  if constexpr (Stride == unknown_stride)
    return dynamic_row<T>{p, stride};
  else
    return static_row<T, Stride>{p};
}

/// True if one iteration of stride `outer` equals n iterations of stride `inner`, so that the two
/// loops can be merged.
STRIA_INLINE constexpr bool strides_join(index outer, index inner, index n) {
  return outer == inner * n;
}

/// Memory traversed by L loops. `Hint` is the expected inner stride; if the strides of all cursors
/// of a loop match their hints, the loop runs with static strides.
template <class T, std::size_t L, index Hint> struct strided_cursor {
  T* base;
  index offset;
  std::array<index, L> strides;

  static constexpr bool may_split = is_pure_value<std::remove_const_t<T>>;
  STRIA_INLINE constexpr bool fits(std::size_t axis) const { return strides[axis] == Hint; }
  STRIA_INLINE constexpr bool joins(std::size_t outer, std::size_t inner, index n) const {
    return strides_join(strides[outer], strides[inner], n);
  }
  STRIA_INLINE constexpr void advance(std::size_t axis, index by) { offset += strides[axis] * by; }
  template <bool Hinted> STRIA_INLINE constexpr auto row(std::size_t axis) const {
    if constexpr (Hinted)
      return static_row<T, Hint>{base + offset};
    else
      return dynamic_row<T>{base + offset, strides[axis]};
  }
  /// The element of a cursor without loops.
  STRIA_INLINE constexpr T& item() const { return base[offset]; }
  template <class Visit> constexpr void visit_memory(Visit visit) const { visit(*this); }
  template <class Visit> STRIA_INLINE constexpr void visit_memory(Visit visit) { visit(*this); }
};

template <class Cursor> inline constexpr bool is_strided_cursor = false;
template <class T, std::size_t L, index Hint>
inline constexpr bool is_strided_cursor<strided_cursor<T, L, Hint>> = true;

/// True if clang would use gather instructions for elements at this static stride. On many
/// processors these are ten times slower than separate loads at an unknown stride.
constexpr bool is_gathered([[maybe_unused]] index stride) {
#if defined(__clang__)
  return stride != unknown_stride && (stride > 2 || stride < -2);
#else
  return false;
#endif
}

/// The expected stride of the inner loop. It is 0 if no axis follows the loop. It is 1 if the
/// stride is unknown, skips cache lines in a large operand, or would cause gather instructions.
template <std::size_t R> constexpr index hinted_stride(const static_layout<R>& l, inner_hint h) {
  if (h.axis < 0)
    return 0;
  const index s = multiply_strides(l.strides[static_cast<std::size_t>(h.axis)], h.step);
  const index count = count_elements(l.shape.sizes()); // -1: unknown
  const bool distant = s >= 16 || s <= -16, few = count >= 0 && count <= 64;
  return s == unknown_stride || (distant && count > 4096) || (is_gathered(s) && !few) ? 1 : s;
}

template <index Hint, std::size_t L, class T, std::size_t R>
STRIA_INLINE constexpr strided_cursor<T, L, Hint>
make_cursor(T* base, index offset, const std::array<index, R>& strides, const axis_refs<R>& refs) {
  strided_cursor<T, L, Hint> c{base, offset, {}};
  STRIA_AXES
  for (std::size_t k = 0; k < R; ++k) {
    c.offset += refs[k].begin * strides[k];
    if constexpr (L > 0)
      if (refs[k].loop >= 0)
        c.strides[static_cast<std::size_t>(refs[k].loop)] += refs[k].step * strides[k];
  }
  return c;
}

} // namespace stria::detail
