// SPDX-License-Identifier: BSL-1.0
// tensor/overlap.hpp: whether a write and a read of the same loop nest may conflict.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/base/config.hpp>
#include <stria/base/index.hpp>
#include <stria/tensor/build.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace stria::detail {

/// The lowest and the highest element that loops with strides reach from an offset. All sizes must
/// be positive.
struct reach {
  index low, high;
};

template <std::size_t L>
constexpr reach reach_of(index offset, const std::array<index, L>& strides,
                         const std::array<index, L>& n) {
  reach r{offset, offset};
  STRIA_AXES
  for (std::size_t k = 0; k < L; ++k) {
    const index span = strides[k] * (n[k] - 1);
    r.low += span < 0 ? span : 0;
    r.high += span < 0 ? 0 : span;
  }
  return r;
}

/// The elements base[low] to base[high], which are accessed in an unknown order.
template <class T> struct memory_region {
  const T* base;
  index low, high;
};

/// A range of addresses.
struct byte_range {
  std::uintptr_t begin, end;
};
template <class T> byte_range bytes_of(const memory_region<T>& r) {
  const auto first = reinterpret_cast<std::uintptr_t>(r.base);
  return {first + static_cast<std::uintptr_t>(r.low) * sizeof(T),
          first + (static_cast<std::uintptr_t>(r.high) + 1) * sizeof(T)};
}
constexpr bool ranges_meet(byte_range a, byte_range b) {
  return a.begin < b.end && b.begin < a.end;
}

/// Whether two regions share memory. In a constant expression, regions share memory only if they
/// have the same base pointer.
template <class A, class B>
STRIA_INLINE constexpr bool regions_meet(const memory_region<A>& a, const memory_region<B>& b) {
  if (a.high < a.low || b.high < b.low)
    return false;
  if consteval {
    if constexpr (std::is_same_v<A, B>)
      return a.base == b.base && a.low <= b.high && b.low <= a.high;
    else
      return false;
  } else {
    return ranges_meet(bytes_of(a), bytes_of(b));
  }
}

template <std::size_t L, class C>
constexpr auto region_of(const C& c, const std::array<index, L>& n) {
  const reach r = reach_of(c.offset, c.strides, n);
  return memory_region<bare<decltype(*c.base)>>{c.base, r.low, r.high};
}
template <std::size_t L, class T>
constexpr memory_region<T> region_of(const memory_region<T>& r, const std::array<index, L>&) {
  return r;
}

/// The distance between the first elements of two cursors, in elements. `on_grid` is true if the
/// elements of both cursors have the same size, and an element of one cursor cannot partially
/// overlap an element of the other.
struct element_gap {
  bool on_grid;
  index elements;
};
/// Computes the gap between two cursors. Must not be called in constant expressions, where pointers
/// into different objects cannot be subtracted.
template <class Out, class In> element_gap gap_between(const Out& out, const In& in) {
  constexpr auto size = static_cast<index>(sizeof(*out.base));
  const auto distance = static_cast<index>(reinterpret_cast<std::uintptr_t>(in.base) -
                                           reinterpret_cast<std::uintptr_t>(out.base));
  return {sizeof(*out.base) == sizeof(*in.base) && distance % size == 0,
          in.offset - out.offset + distance / size};
}

/// The integers x with low <= x * step <= high.
constexpr reach multiples_within(index low, index high, index step) {
  if (step < 0)
    return multiples_within(-high, -low, -step);
  const auto floor = [=](index a) { return a / step - (a % step < 0 ? 1 : 0); };
  return {-floor(-low), floor(high)};
}

/// The same for loops whose number is known only at run time, without the loop `left_out`.
inline reach reach_of(index offset, const index* strides, const index* n, std::size_t loops,
                      std::size_t left_out = std::size_t(-1)) {
  reach r{offset, offset};
  for (std::size_t k = 0; k < loops; ++k) {
    const index span = k == left_out ? 0 : strides[k] * (n[k] - 1);
    r.low += span < 0 ? span : 0;
    r.high += span < 0 ? 0 : span;
  }
  return r;
}

/// True if two walks that have these strides and begin at the same element are always at the same
/// element. Such an overlap is safe, because each iteration reads the element before it writes it.
constexpr bool same_walk(const index* a, const index* b, const index* n, std::size_t loops) {
  for (std::size_t k = 0; k < loops; ++k)
    if (n[k] > 1 && a[k] != b[k])
      return false;
  return true;
}

/// Whether a write in a loop nest may change an element that is read in another iteration. `out`
/// and `in` are the strides of the write and of the read, which begins `gap` elements after the
/// write. All sizes must be positive. The result is false only if a conflict is impossible.
template <class = this_build>
STRIA_NOINLINE constexpr bool walks_conflict(const index* n, std::size_t loops, const index* out,
                                             const index* in, index gap) {
  if (gap == 0 && same_walk(out, in, n, loops))
    return false;
  // The lowest and the highest element, with strides reduced by `pitch` unless it is 0.
  const auto reached = [&](index offset, const index* strides, index pitch) {
    reach r{offset, offset};
    for (std::size_t k = 0; k < loops; ++k) {
      const index span = (pitch == 0 ? strides[k] : strides[k] % pitch) * (n[k] - 1);
      r.low += span < 0 ? span : 0;
      r.high += span < 0 ? 0 : span;
    }
    return r;
  };
  const reach w = reached(0, out, 0), r = reached(gap, in, 0);
  if (w.high < r.low || r.high < w.low)
    return false;
  // Interleaved accesses, as in t[range(_, _, 2)] = t[range(1, _, 2)], have no elements in common.
  index step = 0, pitch = 0;
  for (std::size_t k = 0; k < loops; ++k)
    if (n[k] > 1) {
      step = static_cast<index>(greatest_divisor(step, greatest_divisor(out[k], in[k])));
      const index size = out[k] < 0 ? -out[k] : out[k];
      pitch = size > pitch ? size : pitch;
    }
  if (step == 0 || gap % step != 0)
    return step == 0;
  // Columns of a matrix, as in t[_, range(1, _)] -= t[_, range(_, 1)], have none if their positions
  // in a row of `pitch` elements differ.
  if (pitch == 0)
    return true;
  const reach wc = reached(0, out, pitch), rc = reached(gap, in, pitch);
  const reach rows = multiples_within(wc.low - rc.high, wc.high - rc.low, pitch);
  return rows.low <= rows.high;
}

/// Whether a write through `out` may change an element that `in` reads in another iteration of the
/// nest. Both are cursors: a base pointer, an offset and strides in elements. The result is false
/// only if a conflict is impossible.
template <std::size_t L, class Out, class In>
constexpr bool may_conflict(const std::array<index, L>& n, const Out& out, const In& in) {
  for (index k : n)
    if (k == 0)
      return false;
  // The distance from the first element written to the first element read, in elements.
  index gap = in.offset - out.offset;
  if consteval {
    // Pointers into different objects cannot be subtracted here, but they can be compared for
    // equality.
    if constexpr (requires { out.base == in.base; }) {
      if (out.base != in.base)
        return false;
    } else {
      return false;
    }
  } else {
    // Elements on different grids may overlap partially. Usually they belong to different tensors,
    // so a comparison of whole regions is enough.
    const element_gap between = gap_between(out, in);
    if (!between.on_grid)
      return regions_meet(region_of(out, n), region_of(in, n));
    gap = between.elements;
  }
  return walks_conflict(n.data(), L, out.strides.data(), in.strides.data(), gap);
}

/// Reads from a region in an unknown order conflict with every write to the region.
template <std::size_t L, class Out, class T>
constexpr bool may_conflict(const std::array<index, L>& n, const Out& out,
                            const memory_region<T>& in) {
  for (index k : n)
    if (k == 0)
      return false;
  return regions_meet(region_of(out, n), in);
}

} // namespace stria::detail
