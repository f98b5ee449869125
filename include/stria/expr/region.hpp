// SPDX-License-Identifier: BSL-1.0
// expr/region.hpp: regions (boxes of elements), and the region of an operand that a region of a
// result reads. Tests: tests/expr/regions.cpp.
#pragma once

#include <stria/tensor/operand.hpp>

namespace stria::detail {

/// A box of elements: along each axis k, the size[k] elements at begin[k], begin[k] + step[k], ...
/// Steps are positive, because a region is a set, without a direction. An axis with fewer than two
/// elements has step 1, and an empty one begins at 0.
template <std::size_t R> struct region {
  std::array<index, R> begin{}, step{}, size{};

  friend constexpr bool operator==(const region&, const region&) = default;
};

/// Sets axis k of r to n elements from `begin` on, `step` apart, in either direction.
template <std::size_t R>
constexpr void set_axis(region<R>& r, std::size_t k, index begin, index step, index n) {
  const bool back = n > 1 && step < 0;
  r.begin[k] = n == 0 ? 0 : back ? begin + step * (n - 1) : begin;
  r.step[k] = n < 2 ? 1 : back ? -step : step;
  r.size[k] = n;
}

/// All elements of an operand with these sizes.
template <std::size_t R> constexpr region<R> whole_region(const std::array<index, R>& sizes) {
  region<R> r;
  for (std::size_t k = 0; k < R; ++k)
    set_axis(r, k, 0, 1, sizes[k]);
  return r;
}

/// The refs for a loop nest that traverses the region. The loops have the sizes of the region.
template <std::size_t R> constexpr axis_refs<R> refs_of(const region<R>& r) {
  axis_refs<R> refs{};
  for (std::size_t k = 0; k < R; ++k)
    refs[k] = {r.begin[k], r.step[k], static_cast<int>(k)};
  return refs;
}

/// The smallest region that contains all elements of an operand that loops of these sizes read. The
/// region is empty if a loop has no iterations.
template <std::size_t In, std::size_t Out>
constexpr region<In> region_read(const axis_refs<In>& refs, const std::array<index, Out>& turns) {
  region<In> r;
  bool none = false;
  for (index n : turns)
    none = none || n == 0;
  for (std::size_t k = 0; k < In; ++k) {
    const axis_ref& a = refs[k];
    const bool stays = a.loop < 0 || a.step == 0;
    set_axis(r, k, a.begin, a.step, none ? 0 : stays ? 1 : turns[static_cast<std::size_t>(a.loop)]);
  }
  return r;
}

/// The region of an operand that a region of a result of rank N reads. The operand has the sizes
/// `own` and is broadcast to the result. Along an axis of size 1, the region contains the only
/// element.
template <std::size_t R, std::size_t N>
constexpr region<R> broadcast_region(const region<N>& of_result, const std::array<index, R>& own) {
  region<R> r;
  for (std::size_t k = 0; k < R; ++k) {
    const std::size_t from = k + (N - R);
    const index n = of_result.size[from];
    if (own[k] == 1)
      set_axis(r, k, 0, 1, n == 0 ? 0 : 1);
    else
      set_axis(r, k, of_result.begin[from], of_result.step[from], n);
  }
  return r;
}

} // namespace stria::detail
