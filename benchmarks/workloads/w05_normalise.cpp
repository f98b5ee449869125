// SPDX-License-Identifier: BSL-1.0
// W5: normalisation of rows and columns. The hand-written loop makes all passes over a row while
// the row is in the cache.
#include "../harness.hpp"
#include "hand_sums.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

#include <cmath>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

template <class T> [[gnu::noinline]] void divide_rows(T* r, const T* a, index n0, index n1) {
  BENCH_PARALLEL
  for (index i = 0; i < n0; ++i) {
    const T* __restrict x = a + i * n1;
    T* __restrict to = r + i * n1;
    const T s = bench::sum_row(x, n1);
    for (index k = 0; k < n1; ++k)
      to[k] = x[k] / s;
  }
}
template <class T> [[gnu::noinline]] void divide_rows_plain(T* r, const T* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i) {
    T s = 0;
    for (index k = 0; k < n1; ++k)
      s += a[i * n1 + k];
    for (index k = 0; k < n1; ++k)
      r[i * n1 + k] = a[i * n1 + k] / s;
  }
}
template <class T> [[gnu::noinline]] void divide_columns(T* r, const T* a, index n0, index n1) {
  std::vector<T> sums(static_cast<std::size_t>(n1));
  T* __restrict sum = sums.data();
  bench::sum_columns(sum, a, n0, n1);
  for (index i = 0; i < n0; ++i) {
    T* __restrict to = r + i * n1;
    const T* __restrict x = a + i * n1;
    for (index k = 0; k < n1; ++k)
      to[k] = x[k] / sum[k];
  }
}
template <class T>
[[gnu::noinline]] void divide_columns_plain(T* r, const T* a, index n0, index n1) {
  std::vector<T> sum(static_cast<std::size_t>(n1));
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      sum[static_cast<std::size_t>(k)] += a[i * n1 + k];
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      r[i * n1 + k] = a[i * n1 + k] / sum[static_cast<std::size_t>(k)];
}
template <class T> [[gnu::noinline]] void standardise_rows(T* r, const T* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i) {
    const T* __restrict x = a + i * n1;
    T* __restrict to = r + i * n1;
    const T count = static_cast<T>(n1);
    const T mean = bench::sum_row(x, n1) / count;
    const T deviation = std::sqrt(
        bench::fold<T>(n1, [=](index k) { return (x[k] - mean) * (x[k] - mean); }) / count);
    for (index k = 0; k < n1; ++k)
      to[k] = (x[k] - mean) / deviation;
  }
}
// Normalises columns; the sums of all columns stay in the cache.
template <class T>
[[gnu::noinline]] void standardise_columns(T* r, const T* a, index n0, index n1) {
  std::vector<T> means(static_cast<std::size_t>(n1)), deviations(static_cast<std::size_t>(n1));
  T* __restrict mean = means.data();
  T* __restrict deviation = deviations.data();
  const T count = static_cast<T>(n0);
  bench::sum_columns(mean, a, n0, n1);
  for (index k = 0; k < n1; ++k)
    mean[k] /= count;
  for (index i = 0; i < n0; ++i) {
    const T* __restrict x = a + i * n1;
    for (index k = 0; k < n1; ++k)
      deviation[k] += (x[k] - mean[k]) * (x[k] - mean[k]);
  }
  for (index k = 0; k < n1; ++k)
    deviation[k] = std::sqrt(deviation[k] / count);
  for (index i = 0; i < n0; ++i) {
    T* __restrict to = r + i * n1;
    const T* __restrict x = a + i * n1;
    for (index k = 0; k < n1; ++k)
      to[k] = (x[k] - mean[k]) / deviation[k];
  }
}

template <class T> void run(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>(), n1 = size.columns(), n0 = n / n1;
  dtensor<T, 2> a(n0, n1), r(n0, n1);
  bench::fill<T>(a.storage(), 1);
  const double bytes = static_cast<double>(size.bytes), count = static_cast<double>(n);
  const bench::problem<T> p{r.data(), a.data(), nullptr, nullptr, nullptr,
                            nullptr,  nullptr,  n0,      n1};
  bench::row<T>(s, goal, "W5b", "a / sum(a, _1, keepdims)", size.name, 2 * bytes, count,
                r.storage(), 1e-6)
      .hand([&, n0, n1] { divide_rows(r.data(), a.data(), n0, n1); })
      .plain([&, n0, n1] { divide_rows_plain(r.data(), a.data(), n0, n1); })
      .stria([&] { r = a / sum(a, _1, keepdims); })
      .others(p);
  bench::row<T>(s, goal, "W5a", "a / sum(a, _0)", size.name, 3 * bytes, count, r.storage())
      .hand([&, n0, n1] { divide_columns(r.data(), a.data(), n0, n1); })
      .plain([&, n0, n1] { divide_columns_plain(r.data(), a.data(), n0, n1); })
      .stria([&] { r = a / sum(a, _0); });
  // This row is not a goal, because std_dev computes the mean a second time.
  bench::row<T>(s, info, "W5c", "(a - mean(a, _0)) / std_dev(a, _0)", size.name, 4 * bytes, count,
                r.storage(), 1e-4)
      .hand([&, n0, n1] { standardise_columns(r.data(), a.data(), n0, n1); })
      .stria([&] { r = (a - mean(a, _0)) / std_dev(a, _0); });
  bench::row<T>(s, info, "W5d", "(a - mean(a, _1, keepdims)) / std_dev(a, _1, keepdims)", size.name,
                2 * bytes, count, r.storage(), 1e-4)
      .hand([&, n0, n1] { standardise_rows(r.data(), a.data(), n0, n1); })
      .stria([&] { r = (a - mean(a, _1, keepdims)) / std_dev(a, _1, keepdims); });
}

} // namespace

void normalise(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) { run<T>(s, n); });
}
