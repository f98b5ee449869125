// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/convolve_loops.hpp: the convolution of rows.
// Tests: tests/numpy/calculus/signals.cpp.
#pragma once

#include <stria/evaluate/vectors.hpp>
#include <stria/expr/operators.hpp>

#include <utility>

namespace stria::detail {

/// to[i] = sum of weights[k] * from[i + k], one element at a time.
template <class T>
STRIA_LOOPS constexpr void convolve_one_by_one(T* to, const T* from, index n, const T* weights,
                                               index count) {
  for (index i = 0; i < n; ++i) {
    T sum = static_cast<T>(multiply_fn{}(weights[0], from[i]));
    for (index k = 1; k < count; ++k)
      sum = static_cast<T>(add_fn{}(sum, multiply_fn{}(weights[k], from[i + k])));
    to[i] = sum;
  }
}

/// Computes to[i] = sum of weights[k] * from[i + k] with SIMD vectors of results, which stay in
/// registers.
template <class T, std::size_t... J>
STRIA_NOINLINE void convolve_vectors(T* to, const T* from, index n, const T* weights, index count,
                                     std::index_sequence<J...>) {
  typedef modular_t<T> vector __attribute__((vector_size(vector_bytes)));
  constexpr auto width = static_cast<index>(vector_bytes / sizeof(T));
  constexpr index block = width * static_cast<index>(sizeof...(J));
  index i = 0;
  for (; i + block <= n; i += block) {
    vector sum[] = {(static_cast<void>(J), vector{})...};
    const T* p = from + i;
    for (index k = 0; k < count; ++k, ++p) {
      const vector w = modular<T>(weights[k]) - vector{};
      ((sum[J] += w * load_vector<vector>(p + static_cast<index>(J) * width)), ...);
    }
    (store_vector(to + i + static_cast<index>(J) * width, sum[J]), ...);
  }
  for (; i + width <= n; i += width) {
    vector sum{};
    for (index k = 0; k < count; ++k)
      sum += (modular<T>(weights[k]) - vector{}) * load_vector<vector>(from + i + k);
    store_vector(to + i, sum);
  }
  convolve_one_by_one(to + i, from + i, n - i, weights, count);
}

template <class T>
constexpr void convolve_inside(T* to, const T* from, index n, const T* weights, index count) {
  if constexpr (has_vectors<T>)
    if !consteval {
      return convolve_vectors(to, from, n, weights, count, std::make_index_sequence<8>());
    }
  convolve_one_by_one(to, from, n, weights, count);
}

/// Computes the elements [start, start + size) of the full convolution of n elements with `count`
/// weights, where count <= n. The weights are in reverse order.
template <class T>
constexpr void convolve_part(T* to, index start, index size, const T* from, index n,
                             const T* weights, index count) {
  const auto edge = [&](index j) {
    const index first = j - (count - 1);
    const index low = first < 0 ? -first : 0, high = n - first < count ? n - first : count;
    convolve_one_by_one(to + (j - start), from + (first + low), 1, weights + low, high - low);
  };
  const index end = start + size, inside = count - 1;
  index j = start;
  for (; j < end && j < inside; ++j)
    edge(j);
  if (const index last = end < n ? end : n; j < last) {
    convolve_inside(to + (j - start), from + (j - inside), last - j, weights, count);
    j = last;
  }
  for (; j < end; ++j)
    edge(j);
}

} // namespace stria::detail
