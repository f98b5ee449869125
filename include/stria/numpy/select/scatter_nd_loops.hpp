// SPDX-License-Identifier: BSL-1.0
// numpy/select/scatter_nd_loops.hpp: the places of a gather with batch axes.
// Tests: tests/numpy/order/selection.cpp.
#pragma once

#include <stria/shape/shape.hpp>
#include <stria/tensor/element.hpp>

#include <array>
#include <cstddef>

namespace stria::detail {

/// The first of B axes whose sizes differ; B if there is none.
template <std::size_t B, class S, class N>
constexpr std::size_t first_difference(const S& size, const N& other) {
  std::size_t k = 0;
  while (k < B && size[k] == other[k])
    ++k;
  return k;
}
/// The first of B axes whose static sizes differ; B if there is none.
template <std::size_t B, class S, class N>
constexpr std::size_t first_static_difference(const S& a, const N& b) {
  std::size_t k = 0;
  while (k < B && !(a[k].is_static() && b[k].is_static() && a[k].size != b[k].size))
    ++k;
  return k;
}
/// Writes `size` numbers: for each row of `from`, its positions along the first B axes and then its
/// elements. `n` is the shape of the result, whose last axis has the rows.
template <std::size_t B, class V, std::size_t N>
constexpr void join_batch_places(index* to, index size, const V* from,
                                 const std::array<index, N>& n) {
  std::array<index, N> at{};
  for (index left = size; left > 0; left -= n[N - 1]) {
    for (std::size_t k = 0; k < B; ++k)
      *to++ = at[k];
    for (auto k = static_cast<index>(B); k < n[N - 1]; ++k)
      *to++ = to_index(*from++);
    for (std::size_t k = N - 1; k-- > 0 && ++at[k] == n[k];)
      at[k] = 0;
  }
}

} // namespace stria::detail
