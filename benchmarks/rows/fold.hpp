// SPDX-License-Identifier: BSL-1.0
// rows/fold.hpp: hand-written sums. The number of accumulators depends on the length.
#pragma once

#include "../workloads/hand_sums.hpp"

namespace rows {

template <class T, class F> inline T fold(bench::index n, F value) {
  if (n >= bench::lanes<T>)
    return bench::fold<T>(n, value);
  constexpr bench::index width = 8;
  T total = 0;
  bench::index i = 0;
  if (n >= 2 * width) {
    T lane[width] = {};
    for (; i + width <= n; i += width)
      for (bench::index j = 0; j < width; ++j)
        lane[j] += value(i + j);
    for (bench::index j = 0; j < width / 2; ++j)
      lane[j] += lane[j + width / 2];
    total = (lane[0] + lane[1]) + (lane[2] + lane[3]);
  }
  for (; i < n; ++i)
    total += value(i);
  return total;
}
template <class T> inline T sum_row(const T* a, bench::index n) {
  return fold<T>(n, [=](bench::index i) { return a[i]; });
}

} // namespace rows
