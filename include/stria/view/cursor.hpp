// SPDX-License-Identifier: BSL-1.0
// view/cursor.hpp: strided memory seen from a loop nest.
#pragma once

#include <stria/view/operand.hpp>

namespace stria::detail {

/// Cursors of which several threads may each move a copy: may_split says so.
template <class C> inline constexpr bool splits = C::may_split;

/// Elements of which several threads may each take some: they bring no function that holds
/// something.
template <class V> inline constexpr bool is_pure_value = true;

/// Elements at a stride that the type knows.
template <class T, index Stride> struct static_row {
  T* p;
  STRIA_INLINE constexpr T& operator[](index i) const { return p[i * Stride]; }
};

/// Bools, read as bytes: g++ 12 makes no vectors of bool.
template <index Stride> struct static_row<const bool, Stride> {
  const bool* p;
  STRIA_INLINE constexpr bool operator[](index i) const {
    if consteval {
      return p[i * Stride];
    } else {
      return reinterpret_cast<const unsigned char*>(p)[i * Stride] != 0;
    }
  }
};

/// Elements at a stride that the run time knows.
template <class T> struct dynamic_row {
  T* p;
  index stride;
  STRIA_INLINE constexpr T& operator[](index i) const { return p[i * stride]; }
};

/// The elements from p on at a stride, which the type may know.
template <index Stride, class T> STRIA_INLINE constexpr auto row_at(T* p, index stride) {
  if constexpr (Stride == unknown_stride)
    return dynamic_row<T>{p, stride};
  else
    return static_row<T, Stride>{p};
}

/// Walking a loop of stride `outer` once is walking one of stride `inner` n times: the two are one.
STRIA_INLINE constexpr bool strides_join(index outer, index inner, index n) {
  return outer == inner * n;
}

/// Memory walked by L loops. `Hint` is the inner stride that the type expects; where all cursors of
/// a loop find theirs, the loop runs with static strides.
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
  /// The one element where no loop is left.
  STRIA_INLINE constexpr T& item() const { return base[offset]; }
  template <class Visit> constexpr void visit_memory(Visit visit) const { visit(*this); }
};

/// clang gathers elements that lie a constant stride apart, one by one on many processors: ten
/// times slower than loads of which it doesn't know the stride.
constexpr bool is_gathered([[maybe_unused]] index stride) {
#if defined(__clang__)
  return stride != unknown_stride && (stride > 2 || stride < -2);
#else
  return false;
#endif
}

/// The stride that the type expects of the inner loop; where it knows none, 1. Where it passes
/// cache lines of much memory, or would be gathered, 1 as well.
template <std::size_t R> constexpr index hinted_stride(const static_layout<R>& l, inner_hint h) {
  if (h.axis < 0)
    return 0;
  const index s = multiply_strides(l.strides[static_cast<std::size_t>(h.axis)], h.step);
  const index count = count_elements(l.shape.sizes()); // -1: not known
  const bool far = s >= 16 || s <= -16, few = count >= 0 && count <= 64;
  return s == unknown_stride || (far && count > 4096) || (is_gathered(s) && !few) ? 1 : s;
}

template <index Hint, std::size_t L, class T, std::size_t R>
constexpr strided_cursor<T, L, Hint>
make_cursor(T* base, index offset, const std::array<index, R>& strides, const axis_refs<R>& refs) {
  strided_cursor<T, L, Hint> c{base, offset, {}};
  for (std::size_t k = 0; k < R; ++k) {
    c.offset += refs[k].begin * strides[k];
    if constexpr (L > 0)
      if (refs[k].loop >= 0)
        c.strides[static_cast<std::size_t>(refs[k].loop)] += refs[k].step * strides[k];
  }
  return c;
}

} // namespace stria::detail
