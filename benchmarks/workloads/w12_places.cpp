// SPDX-License-Identifier: BSL-1.0
// W12 and W13: gathers and scatters with index arrays.
//
// The hand-written loops do what stria guarantees: all indices are checked in a first pass, before
// anything is written, and negative ones count from the end. The plain loops have no checks.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

#include <cstdlib>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

[[gnu::noinline]] void check(const index* idx, index n, index size) {
  const auto low = static_cast<std::size_t>(size);
  bool bad = false;
  for (index i = 0; i < n; ++i)
    bad |= static_cast<std::size_t>(idx[i]) + low >= 2 * low;
  if (bad)
    std::abort();
}
inline index from_end(index i, index size) { return i < 0 ? i + size : i; }

template <class T> void copy_row(T* __restrict to, const T* __restrict from, index n) {
  for (index k = 0; k < n; ++k)
    to[k] = from[k];
}

template <class T>
void gather_rows(T* r, const T* t, const index* idx, index n, index n0, index n1) {
  check(idx, n, n0);
  for (index i = 0; i < n; ++i)
    copy_row(r + i * n1, t + from_end(idx[i], n0) * n1, n1);
}
template <class T> void gather_rows_plain(T* r, const T* t, const index* idx, index n, index n1) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < n1; ++k)
      r[i * n1 + k] = t[idx[i] * n1 + k];
}
template <class T>
void scatter_rows(T* t, const T* u, const index* idx, index n, index n0, index n1) {
  check(idx, n, n0);
  for (index i = 0; i < n; ++i)
    copy_row(t + from_end(idx[i], n0) * n1, u + i * n1, n1);
}
template <class T> void scatter_rows_plain(T* t, const T* u, const index* idx, index n, index n1) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < n1; ++k)
      t[idx[i] * n1 + k] = u[i * n1 + k];
}

template <class T>
void gather(T* __restrict r, const T* __restrict t, const index* __restrict rows,
            const index* __restrict cols, index n, index n0, index n1) {
  check(rows, n, n0);
  check(cols, n, n1);
  for (index i = 0; i < n; ++i)
    r[i] = t[from_end(rows[i], n0) * n1 + from_end(cols[i], n1)];
}
template <class T>
void gather_plain(T* __restrict r, const T* __restrict t, const index* __restrict rows,
                  const index* __restrict cols, index n, index n1) {
  for (index i = 0; i < n; ++i)
    r[i] = t[rows[i] * n1 + cols[i]];
}
template <class T>
void scatter(T* __restrict t, const T* __restrict u, const index* __restrict rows,
             const index* __restrict cols, index n, index n0, index n1) {
  check(rows, n, n0);
  check(cols, n, n1);
  for (index i = 0; i < n; ++i)
    t[from_end(rows[i], n0) * n1 + from_end(cols[i], n1)] = u[i];
}
template <class T>
void scatter_plain(T* __restrict t, const T* __restrict u, const index* __restrict rows,
                   const index* __restrict cols, index n, index n1) {
  for (index i = 0; i < n; ++i)
    t[rows[i] * n1 + cols[i]] = u[i];
}

template <class T>
void add_to_bins(T* __restrict bins, const T* __restrict w, const index* __restrict idx, index n,
                 index n0) {
  check(idx, n, n0);
  for (index i = 0; i < n; ++i)
    bins[from_end(idx[i], n0)] += w[i];
}
template <class T>
void add_to_bins_plain(T* __restrict bins, const T* __restrict w, const index* __restrict idx,
                       index n) {
  for (index i = 0; i < n; ++i)
    bins[idx[i]] += w[i];
}

// Random positions; with `negative`, one in sixteen counts from the end.
dtensor<index, 1> places(index n, index size, std::size_t seed, bool negative) {
  bench::dice d{seed};
  dtensor<index, 1> r(n);
  for (index& i : r.storage())
    i = negative && d(16) == 0 ? -1 - d(size) : d(size);
  return r;
}

template <class T> void rows(bench::suite& s, const bench::size& size) {
  const index n1 = 64, n0 = size.count<T>() / n1;
  dtensor<T, 2> x(n0, n1), r(n0, n1);
  bench::fill<T>(x.storage(), 1);
  const auto idx = places(n0, n0, 2, true), bare = places(n0, n0, 2, false);
  const double bytes = static_cast<double>(2 * size.bytes + n0 * index(sizeof(index)));
  const double elements = static_cast<double>(n0 * n1);
  bench::row<T>(s, goal, "W12a", "r = t[idx], rows of 64", size.name, bytes, elements, r.storage())
      .hand([&, n0] { gather_rows(r.data(), x.data(), idx.data(), n0, n0, n1); })
      .stria([&] { r = x[idx]; });
  bench::row<T>(s, info, "W12p", "r = t[idx], rows of 64, none negative", size.name, bytes,
                elements, r.storage())
      .hand([&, n0] { gather_rows(r.data(), x.data(), bare.data(), n0, n0, n1); })
      .plain([&, n0] { gather_rows_plain(r.data(), x.data(), bare.data(), n0, n1); })
      .stria([&] { r = x[bare]; })
      .others({r.data(), x.data(), nullptr, nullptr, bare.data(), nullptr, nullptr, n0, n1});
  bench::row<T>(s, goal, "W13a", "t[idx] = u, rows of 64", size.name, bytes, elements, r.storage())
      .hand([&, n0] { scatter_rows(r.data(), x.data(), idx.data(), n0, n0, n1); })
      .stria([&] { r[idx] = x; });
  bench::row<T>(s, info, "W13p", "t[idx] = u, rows of 64, none negative", size.name, bytes,
                elements, r.storage())
      .hand([&, n0] { scatter_rows(r.data(), x.data(), bare.data(), n0, n0, n1); })
      .plain([&, n0] { scatter_rows_plain(r.data(), x.data(), bare.data(), n0, n1); })
      .stria([&] { r[bare] = x; })
      .others({r.data(), x.data(), nullptr, nullptr, bare.data(), nullptr, nullptr, n0, n1});
}

template <class T> void elements(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>(), n1 = size.columns(), n0 = n / n1;
  dtensor<T, 2> x(n0, n1);
  dtensor<T, 1> r(n), bins(1000);
  bench::fill<T>(x.storage(), 1);
  const double bytes = static_cast<double>(2 * size.bytes + 2 * n * index(sizeof(index)));
  const double count = static_cast<double>(n);
  {
    const auto i0 = places(n, n0, 2, true), i1 = places(n, n1, 3, true);
    bench::row<T>(s, goal, "W12b", "r = t[rows, cols]", size.name, bytes, count, r.storage())
        .hand([&, n, n0, n1] { gather(r.data(), x.data(), i0.data(), i1.data(), n, n0, n1); })
        .stria([&] { r = x[i0, i1]; });
    bench::fill<T>(r.storage(), 5);
    bench::row<T>(s, goal, "W13b", "t[rows, cols] = u", size.name, bytes, count, x.storage())
        .hand([&, n, n0, n1] { scatter(x.data(), r.data(), i0.data(), i1.data(), n, n0, n1); })
        .stria([&] { x[i0, i1] = r; });
  }
  {
    const auto p0 = places(n, n0, 2, false), p1 = places(n, n1, 3, false);
    const bench::problem<T> p{r.data(),  x.data(), nullptr, nullptr, p0.data(),
                              p1.data(), nullptr,  n0,      n1};
    bench::row<T>(s, info, "W12q", "r = t[rows, cols], none negative", size.name, bytes, count,
                  r.storage())
        .hand([&, n, n0, n1] { gather(r.data(), x.data(), p0.data(), p1.data(), n, n0, n1); })
        .plain([&, n, n1] { gather_plain(r.data(), x.data(), p0.data(), p1.data(), n, n1); })
        .stria([&] { r = x[p0, p1]; })
        .others(p);
    bench::fill<T>(r.storage(), 5);
    bench::row<T>(s, info, "W13q", "t[rows, cols] = u, none negative", size.name, bytes, count,
                  x.storage())
        .hand([&, n, n0, n1] { scatter(x.data(), r.data(), p0.data(), p1.data(), n, n0, n1); })
        .plain([&, n, n1] { scatter_plain(x.data(), r.data(), p0.data(), p1.data(), n, n1); })
        .stria([&] { x[p0, p1] = r; })
        .others({x.data(), r.data(), nullptr, nullptr, p0.data(), p1.data(), nullptr, n0, n1});
  }
  // The bins remain small integers even if a row is run thousands of times.
  const auto into = places(n, 1000, 4, true), bare = places(n, 1000, 4, false);
  for (T& w : r.storage())
    w = static_cast<T>(0);
  const double bin_bytes = static_cast<double>(size.bytes + n * index(sizeof(index)));
  bench::row<T>(s, goal, "W13c", "bins[idx] += w, 1000 bins", size.name, bin_bytes, count,
                bins.storage())
      .hand([&, n] { add_to_bins(bins.data(), r.data(), into.data(), n, 1000); })
      .stria([&] { bins[into] += r; });
  bench::row<T>(s, info, "W13d", "bins[idx] += w, 1000 bins, none negative", size.name, bin_bytes,
                count, bins.storage())
      .hand([&, n] { add_to_bins(bins.data(), r.data(), bare.data(), n, 1000); })
      .plain([&, n] { add_to_bins_plain(bins.data(), r.data(), bare.data(), n); })
      .stria([&] { bins[bare] += r; });
}

} // namespace

void places(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) {
    rows<T>(s, n);
    elements<T>(s, n);
  });
}
