// SPDX-License-Identifier: BSL-1.0
// W15e: running sums along each axis.
#include "../harness.hpp"
#include "vectors.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

// The loop computes one vector at a time: the sums inside the vector in two or three steps, and
// then the addition of the previous sum.
using eight = bench::vector<float, 32>;
using four = bench::vector<double, 32>;
inline eight running_sums(eight x) {
  const eight z{};
  x += __builtin_shufflevector(z, x, 0, 8, 0, 10, 0, 12, 0, 14);
  x += __builtin_shufflevector(z, x, 0, 0, 9, 9, 0, 0, 13, 13);
  x += __builtin_shufflevector(z, x, 0, 0, 0, 0, 11, 11, 11, 11);
  return x;
}
inline four running_sums(four x) {
  const four z{};
  x += __builtin_shufflevector(z, x, 0, 4, 0, 6);
  x += __builtin_shufflevector(z, x, 0, 0, 5, 5);
  return x;
}
template <class T> [[gnu::noinline]] void running_sum(T* r, const T* a, index n) {
  using vector = bench::vector<T, 32>;
  constexpr index width = sizeof(vector) / sizeof(T);
  T sum = 0;
  index i = 0;
  for (; i + width <= n; i += width) {
    vector x;
    __builtin_memcpy(&x, a + i, sizeof x);
    x = running_sums(x);
    const vector y = x + sum;
    __builtin_memcpy(r + i, &y, sizeof y);
    sum += x[width - 1];
  }
  for (; i < n; ++i)
    r[i] = sum += a[i];
}
template <class T> [[gnu::noinline]] void running_sum_plain(T* r, const T* a, index n) {
  T sum = 0;
  for (index i = 0; i < n; ++i) {
    sum += a[i];
    r[i] = sum;
  }
}
template <class T> [[gnu::noinline]] void running_sum_rows(T* r, const T* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    running_sum(r + i * n1, a + i * n1, n1);
}
template <class T> void running_sum_rows_plain(T* r, const T* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    running_sum_plain(r + i * n1, a + i * n1, n1);
}
template <class T>
[[gnu::noinline]] void running_sum_columns(T* r, const T* a, index n0, index n1) {
  for (index k = 0; k < n1; ++k)
    r[k] = a[k];
  for (index i = 1; i < n0; ++i) {
    T* __restrict to = r + i * n1;
    const T* __restrict x = a + i * n1;
    const T* __restrict before = r + (i - 1) * n1;
    for (index k = 0; k < n1; ++k)
      to[k] = before[k] + x[k];
  }
}

template <class T> void run(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>(), n1 = size.columns(), n0 = n / n1;
  dtensor<T, 2> a(n0, n1), r(n0, n1);
  bench::fill<T>(a.storage(), 1);
  const double bytes = 2 * static_cast<double>(size.bytes), count = static_cast<double>(n);
  bench::row<T>(s, goal, "W15k", "cumsum(a, _1)", size.name, bytes, count, r.storage())
      .hand([&, n0, n1] { running_sum_rows(r.data(), a.data(), n0, n1); })
      .plain([&, n0, n1] { running_sum_rows_plain(r.data(), a.data(), n0, n1); })
      .stria([&] { r = cumsum(a, _1); });
  bench::row<T>(s, goal, "W15l", "cumsum(a, _0)", size.name, bytes, count, r.storage())
      .hand([&, n0, n1] { running_sum_columns(r.data(), a.data(), n0, n1); })
      .stria([&] { r = cumsum(a, _0); });
  // One element in 64 is not 0, so the sums stay exact.
  dtensor<T, 1> flat(n), flat_r(n);
  bench::fill<T>(flat.storage(), 1);
  for (index i = 0; i < n; ++i)
    flat.data()[i] = i % 64 == 0 ? flat.data()[i] : 0;
  bench::row<T>(s, goal, "W15e", "cumsum(flat)", size.name, bytes, count, flat_r.storage())
      .hand([&, n] { running_sum(flat_r.data(), flat.data(), n); })
      .plain([&, n] { running_sum_plain(flat_r.data(), flat.data(), n); })
      .stria([&] { flat_r = cumsum(flat, _0); })
      .others({flat_r.data(), flat.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n});
}

} // namespace

void running(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) { run<T>(s, n); });
}
