// SPDX-License-Identifier: BSL-1.0
// workloads/hand_sums.hpp: hand-written sums, with enough accumulators to hide the latency of an
// addition.
#pragma once

#include "../harness.hpp"

namespace bench {

template <class T> inline constexpr index lanes = 256 / static_cast<index>(sizeof(T));

template <class T, class F> inline T fold(index n, F value) {
  constexpr index width = lanes<T>;
  T lane[width] = {};
  index i = 0;
  for (; i + width <= n; i += width)
    for (index j = 0; j < width; ++j)
      lane[j] += value(i + j);
  for (index j = 0; j < width && i < n; ++i, ++j)
    lane[j] += value(i);
  for (index w = width / 2; w > 0; w /= 2)
    for (index j = 0; j < w; ++j)
      lane[j] += lane[j + w];
  return lane[0];
}
template <class T> T sum_row(const T* a, index n) {
  return fold<T>(n, [=](index i) { return a[i]; });
}
template <class T> [[gnu::noinline]] void sum_rows(T* r, const T* a, index n0, index n1) {
  BENCH_PARALLEL
  for (index i = 0; i < n0; ++i)
    r[i] = sum_row(a + i * n1, n1);
}
// Sums columns: adds four rows at a time to a tile of columns.
template <class T> [[gnu::noinline]] void sum_columns(T* r, const T* a, index n0, index n1) {
  constexpr index width = 4096 / static_cast<index>(sizeof(T));
  for (index k0 = 0; k0 < n1; k0 += width) {
    const index n = n1 - k0 < width ? n1 - k0 : width;
    T* __restrict to = r + k0;
    for (index k = 0; k < n; ++k)
      to[k] = 0;
    index i = 0;
    for (; i + 4 <= n0; i += 4) {
      const T* __restrict x = a + i * n1 + k0;
      for (index k = 0; k < n; ++k)
        to[k] += (x[k] + x[n1 + k]) + (x[2 * n1 + k] + x[3 * n1 + k]);
    }
    for (; i < n0; ++i)
      for (index k = 0; k < n; ++k)
        to[k] += a[i * n1 + k0 + k];
  }
}

} // namespace bench
