// SPDX-License-Identifier: BSL-1.0
// W3 and W15a to W15c: sums over all axes and over each axis.
#include "../harness.hpp"
#include "hand_sums.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

#include <span>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

// Sums parts of 65,536 elements, which are distributed among the threads of the parallel program.
template <class T, class F> T in_parts(index n, F part) {
  constexpr index width = 1 << 16;
  if (n <= width)
    return part(index{0}, n);
  T total = 0;
#if defined(_OPENMP)
#pragma omp parallel for reduction(+ : total)
#endif
  for (index i = 0; i < n / width; ++i)
    total += part(i * width, width);
  const index rest = n % width;
  return rest > 0 ? total + part(n - rest, rest) : total;
}
template <class T> [[gnu::noinline]] T square_distance(const T* a, const T* b, index n) {
  return in_parts<T>(n, [=](index from, index count) {
    const T *x = a + from, *y = b + from;
    return bench::fold<T>(count, [=](index i) { return (x[i] - y[i]) * (x[i] - y[i]); });
  });
}
template <class T> [[gnu::noinline]] T square_distance_plain(const T* a, const T* b, index n) {
  T s = 0;
  for (index i = 0; i < n; ++i)
    s += (a[i] - b[i]) * (a[i] - b[i]);
  return s;
}
template <class T> [[gnu::noinline]] T total(const T* a, index n) {
  return in_parts<T>(n, [=](index from, index count) { return bench::sum_row(a + from, count); });
}
template <class T> [[gnu::noinline]] T total_plain(const T* a, index n) {
  T s = 0;
  for (index i = 0; i < n; ++i)
    s += a[i];
  return s;
}
template <class T> void sum_rows_plain(T* r, const T* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    r[i] = total_plain(a + i * n1, n1);
}
template <class T> void sum_columns_plain(T* r, const T* a, index n0, index n1) {
  for (index k = 0; k < n1; ++k)
    r[k] = 0;
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      r[k] += a[i * n1 + k];
}
template <class T> void sum_middle(T* r, const T* a, index n0, index n1, index n2) {
  for (index i = 0; i < n0; ++i)
    bench::sum_columns(r + i * n2, a + i * n1 * n2, n1, n2);
}
// Computes r[j], the sum of a[i, j, k] over i and k.
template <class T>
[[gnu::noinline]] void sum_outer_and_inner(T* r, const T* a, index n0, index n1, index n2) {
  for (index j = 0; j < n1; ++j)
    r[j] = 0;
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < n1; ++j)
      r[j] += bench::sum_row(a + (i * n1 + j) * n2, n2);
}

// Fills with small integers around 0, so that sums of 64 million of them are exact in float.
template <class T> void signs(std::span<T> v, std::size_t seed) {
  bench::dice d{seed};
  for (T& x : v)
    x = static_cast<T>(d(5) - 2);
}

template <class T> void matrices(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>(), n1 = size.columns(), n0 = n / n1;
  dtensor<T, 2> a(n0, n1), b(n0, n1);
  dtensor<T, 1> rows(n0), columns(n1);
  tensor<T> one;
  signs<T>(a.storage(), 1);
  signs<T>(b.storage(), 2);
  const double bytes = static_cast<double>(size.bytes), count = static_cast<double>(n);
  bench::problem<T> p{one.data(), a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, n0, n1};
  // A plain sum of floats stops growing at 2^24. It is timed, and marked if its value is wrong.
  bench::row<T>(s, goal, "W3", "sum((a - b)^2)", size.name, 2 * bytes, count, one.storage(), 1e-5)
      .hand([&, n] { *one.data() = square_distance(a.data(), b.data(), n); })
      .plain([&, n] { *one.data() = square_distance_plain(a.data(), b.data(), n); })
      .stria([&] { one = sum(square(a - b)); })
      .others(p);
  bench::row<T>(s, goal, "W15", "sum(a)", size.name, bytes, count, one.storage(), 1e-5)
      .hand([&, n] { *one.data() = total(a.data(), n); })
      .plain([&, n] { *one.data() = total_plain(a.data(), n); })
      .stria([&] { one = sum(a); })
      .others(p);
  p.r = columns.data();
  bench::row<T>(s, goal, "W15a", "sum(a, _0)", size.name, bytes, count, columns.storage())
      .hand([&, n0, n1] { bench::sum_columns(columns.data(), a.data(), n0, n1); })
      .plain([&, n0, n1] { sum_columns_plain(columns.data(), a.data(), n0, n1); })
      .stria([&] { columns = sum(a, _0); })
      .others(p);
  p.r = rows.data();
  bench::row<T>(s, goal, "W15b", "sum(a, _1)", size.name, bytes, count, rows.storage())
      .hand([&, n0, n1] { bench::sum_rows(rows.data(), a.data(), n0, n1); })
      .plain([&, n0, n1] { sum_rows_plain(rows.data(), a.data(), n0, n1); })
      .stria([&] { rows = sum(a, _1); })
      .others(p);
}

template <class T> void blocks(bench::suite& s, const bench::size& size) {
  const index n2 = 128, n1 = size.bytes > (1 << 20) ? 128 : 16, n0 = size.count<T>() / (n1 * n2);
  dtensor<T, 3> a(n0, n1, n2);
  dtensor<T, 2> middle(n0, n2);
  dtensor<T, 1> j(n1);
  signs<T>(a.storage(), 1);
  const double bytes = static_cast<double>(size.bytes), count = static_cast<double>(a.size());
  bench::row<T>(s, goal, "W15c", "sum(a, _1) of rank 3", size.name, bytes, count, middle.storage())
      .hand([&, n0, n1] { sum_middle(middle.data(), a.data(), n0, n1, n2); })
      .stria([&] { middle = sum(a, _1); });
  bench::row<T>(s, goal, "W15f", "sum(a, _0, _2)", size.name, bytes, count, j.storage())
      .hand([&, n0, n1] { sum_outer_and_inner(j.data(), a.data(), n0, n1, n2); })
      .stria([&] { j = sum(a, _0, _2); });
}

// The mean of each channel of an image. Each of the three sums adds every third element.
template <class T> [[gnu::noinline]] void sum_channels(T* r, const T* a, index n) {
  constexpr index width = 48;
  T lane[width] = {};
  index i = 0;
  for (; i + width <= 3 * n; i += width)
    for (index j = 0; j < width; ++j)
      lane[j] += a[i + j];
  for (index j = 0; i + j < 3 * n; ++j)
    lane[j] += a[i + j];
  for (index c = 0; c < 3; ++c) {
    T sum = 0;
    for (index j = c; j < width; j += 3)
      sum += lane[j];
    r[c] = sum;
  }
}
template <class T> void channels(bench::suite& s) {
  const index n = 512 * 512;
  dtensor<T, 3> image(512, 512, 3);
  tensor<T, 3> means;
  signs<T>(image.storage(), 1);
  const double count = static_cast<double>(3 * n);
  bench::row<T>(s, info, "W15g", "sum(image, _0, _1), (512, 512, 3)", "3 MiB", count * sizeof(T),
                count, means.storage())
      .hand([&] { sum_channels(means.data(), image.data(), n); })
      .stria([&] { means = sum(image, _0, _1); });
}

} // namespace

void sums(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) {
    matrices<T>(s, n);
    blocks<T>(s, n);
    if (n.bytes == (1 << 23))
      channels<T>(s);
  });
}
