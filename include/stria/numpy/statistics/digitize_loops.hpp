// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/digitize_loops.hpp: the bin of a value among edges.
// Tests: tests/numpy/statistics/histograms.cpp.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/numpy/order/search_loops.hpp>

#include <utility>

namespace stria::detail {

[[noreturn]] [[gnu::cold]] inline void raise_unordered_edges() {
  raise<value_error>(message("stria: digitize: the edges are neither ascending nor descending"));
}
/// Makes the edges ascending; returns whether they were descending. Raises value_error if they
/// are neither.
template <class E> constexpr bool make_rising(E& edges) {
  auto* const e = edges.data();
  const index n = edges.size();
  bool rises = true, falls = true;
  for (index k = 0; k + 1 < n; ++k) {
    rises = rises && e[k] <= e[k + 1];
    falls = falls && e[k] >= e[k + 1];
  }
  if (!rises && !falls) [[unlikely]]
    raise_unordered_edges();
  if (!rises)
    for (index k = 0; k < n / 2; ++k)
      std::swap(e[k], e[n - 1 - k]);
  return !rises;
}
/// The bin of x among edges in ascending order, counted from the other end if they were descending.
template <class E, class X>
constexpr index place_among_edges(const E& edges, bool falls, bool right, const X& x) {
  const index n = edges.size();
  const index k =
      right ? lower_place<false>(edges.data(), n, x) : lower_place<true>(edges.data(), n, x);
  return falls ? n - k : k;
}
/// Sets each element of the target to the bin of a value.
template <class Target, class E, class V>
constexpr void set_places_among_edges(Target& target, const E& edges, bool falls, bool right,
                                      const V& v) {
  for (index i = 0; i < v.size(); ++i)
    target.data()[i] = place_among_edges(edges, falls, right, v.data()[i]);
}

} // namespace stria::detail
