// SPDX-License-Identifier: BSL-1.0
// parts/regions.hpp: the number of elements of a region, the hull and the intersection of two, the
// refs of a part of a part, and a subscript that reads a region. Tests: tests/parts/parts.cpp.
#pragma once

#include <stria/expr/region.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace stria::detail {

/// The number of elements of a region.
template <std::size_t R> constexpr index count(const region<R>& r) {
  return count_elements(r.size);
}
template <std::size_t R> constexpr bool is_empty(const region<R>& r) {
  return std::ranges::find(r.size, index{0}) != r.size.end();
}
/// The last position of an axis that is not empty.
template <std::size_t R> constexpr index last_of(const region<R>& r, std::size_t k) {
  return r.begin[k] + r.step[k] * (r.size[k] - 1);
}

/// The smallest region that contains two regions.
template <std::size_t R> constexpr region<R> hull(const region<R>& a, const region<R>& b) {
  if (is_empty(a))
    return b;
  if (is_empty(b))
    return a;
  region<R> r;
  for (std::size_t k = 0; k < R; ++k) {
    const index low = std::min(a.begin[k], b.begin[k]),
                high = std::max(last_of(a, k), last_of(b, k));
    const index of_a = a.size[k] > 1 ? a.step[k] : 0, of_b = b.size[k] > 1 ? b.step[k] : 0;
    const index step = std::gcd(std::gcd(of_a, of_b), a.begin[k] - b.begin[k]);
    set_axis(r, k, low, step, low == high ? 1 : (high - low) / step + 1);
  }
  return r;
}

/// The elements that are in both regions; nothing if there are none.
template <std::size_t R>
constexpr std::optional<region<R>> meet(const region<R>& a, const region<R>& b) {
  if (is_empty(a) || is_empty(b))
    return {};
  region<R> r;
  for (std::size_t k = 0; k < R; ++k) {
    const bool first = a.step[k] >= b.step[k];
    const region<R>&wide = first ? a : b, &fine = first ? b : a;
    const index low = std::max(a.begin[k], b.begin[k]),
                high = std::min(last_of(a, k), last_of(b, k));
    const index step = std::lcm(a.step[k], b.step[k]);
    // The first position of the wider steps that is not below `low`, then the first common one.
    index at = wide.begin[k];
    if (at < low)
      at += (low - at + wide.step[k] - 1) / wide.step[k] * wide.step[k];
    index tries = fine.step[k];
    while (tries-- > 0 && at <= high && (at - fine.begin[k]) % fine.step[k] != 0)
      at += wide.step[k];
    if (at > high || (at - fine.begin[k]) % fine.step[k] != 0)
      return {};
    set_axis(r, k, at, step, (high - at) / step + 1);
  }
  return r;
}

/// The region of an operand with the sizes `own` that is read if the operand is assigned to a
/// region of a target. Leading axes of the operand beyond those of the target have size 1.
template <std::size_t R, std::size_t N>
constexpr region<R> assigned_region(const region<N>& of_target, const std::array<index, R>& own) {
  if constexpr (R <= N) {
    return broadcast_region(of_target, own);
  } else {
    region<R> r;
    for (std::size_t k = 0; k < R - N; ++k)
      set_axis(r, k, 0, 1, is_empty(of_target) ? 0 : 1);
    std::array<index, N> inner{};
    std::copy(own.begin() + (R - N), own.end(), inner.begin());
    const region<N> rest = broadcast_region(of_target, inner);
    for (std::size_t k = 0; k < N; ++k)
      set_axis(r, k + R - N, rest.begin[k], rest.step[k], rest.size[k]);
    return r;
  }
}

/// The least i from 0 to n with begin + step * i >= row, for a positive step.
constexpr index first_from(index begin, index step, index n, index row) {
  return begin >= row ? 0 : std::min(n, divide_up(row - begin, step));
}

/// `inner` says how the axes of an array follow those of a part, `outer` how the axes of the part
/// follow loops. The result says how the axes of the array follow the loops.
template <std::size_t In, std::size_t Mid>
constexpr axis_refs<In> compose(const axis_refs<In>& inner, const axis_refs<Mid>& outer) {
  axis_refs<In> r = inner;
  for (std::size_t k = 0; k < In; ++k)
    if (inner[k].loop >= 0) {
      const axis_ref& o = outer[static_cast<std::size_t>(inner[k].loop)];
      r[k] = {inner[k].begin + inner[k].step * o.begin, inner[k].step * o.step, o.loop};
    }
  return r;
}

/// Calls f(range...), with the ranges that select a region.
template <std::size_t R, class F> constexpr decltype(auto) with_ranges(const region<R>& r, F&& f) {
  const auto along = [&](std::size_t k) {
    const index end = r.size[k] == 0 ? r.begin[k] : last_of(r, k) + 1;
    return range(r.begin[k], end, r.step[k]);
  };
  return [&]<std::size_t... K>(std::index_sequence<K...>) -> decltype(auto) {
    return f(along(K)...);
  }(std::make_index_sequence<R>());
}

} // namespace stria::detail
