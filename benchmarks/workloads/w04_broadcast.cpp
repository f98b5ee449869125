// SPDX-License-Identifier: BSL-1.0
// W4 and W8: rows, columns and new axes that are broadcast.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

template <class T>
void add_row(T* __restrict r, const T* __restrict a, const T* __restrict row, index n0, index n1) {
  BENCH_PARALLEL
  for (index i = 0; i < n0; ++i) {
    T* __restrict to = r + i * n1;
    const T* __restrict from = a + i * n1;
    for (index k = 0; k < n1; ++k)
      to[k] = from[k] + row[k];
  }
}
template <class T> void add_row_plain(T* r, const T* a, const T* row, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      r[i * n1 + k] = a[i * n1 + k] + row[k];
}

template <class T>
void add_column(T* __restrict r, const T* __restrict a, const T* __restrict column, index n0,
                index n1) {
  BENCH_PARALLEL
  for (index i = 0; i < n0; ++i) {
    T* __restrict to = r + i * n1;
    const T* __restrict from = a + i * n1;
    const T c = column[i];
    for (index k = 0; k < n1; ++k)
      to[k] = from[k] + c;
  }
}
template <class T> void add_column_plain(T* r, const T* a, const T* column, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      r[i * n1 + k] = a[i * n1 + k] + column[i];
}

// Computes r = a[:, None, :] * b[None, ::2, :] + c[1, ...].
template <class T>
void mix(T* __restrict r, const T* __restrict a, const T* __restrict b, const T* __restrict c,
         index n0, index n1, index n2) {
  const T* second = c + n1 * n2;
  BENCH_PARALLEL
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < n1; ++j) {
      T* __restrict to = r + (i * n1 + j) * n2;
      const T* __restrict x = a + i * n2;
      const T* __restrict y = b + 2 * j * n2;
      const T* __restrict z = second + j * n2;
      for (index k = 0; k < n2; ++k)
        to[k] = x[k] * y[k] + z[k];
    }
}
template <class T>
void mix_plain(T* r, const T* a, const T* b, const T* c, index n0, index n1, index n2) {
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < n1; ++j)
      for (index k = 0; k < n2; ++k)
        r[(i * n1 + j) * n2 + k] = a[i * n2 + k] * b[2 * j * n2 + k] + c[(n1 + j) * n2 + k];
}

template <class T> void planes(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>(), n1 = size.columns(), n0 = n / n1;
  const double bytes = 2 * static_cast<double>(size.bytes), elements = static_cast<double>(n);
  dtensor<T, 2> a(n0, n1), r(n0, n1), tall(n0, 1);
  dtensor<T, 1> row(n1), column(n0);
  bench::fill<T>(a.storage(), 1);
  bench::fill<T>(row.storage(), 2);
  bench::fill<T>(column.storage(), 3);
  std::copy(column.storage().begin(), column.storage().end(), tall.storage().begin());
  bench::row<T>(s, goal, "W4", "a + row", size.name, bytes, elements, r.storage())
      .hand([&, n0, n1] { add_row(r.data(), a.data(), row.data(), n0, n1); })
      .plain([&, n0, n1] { add_row_plain(r.data(), a.data(), row.data(), n0, n1); })
      .stria([&] { r = a + row; })
      .others({r.data(), a.data(), row.data(), nullptr, nullptr, nullptr, nullptr, n0, n1});
  const auto hand = [&, n0, n1] { add_column(r.data(), a.data(), column.data(), n0, n1); };
  bench::row<T>(s, goal, "W4c", "a + column[_, newaxis]", size.name, bytes, elements, r.storage())
      .hand(hand)
      .plain([&, n0, n1] { add_column_plain(r.data(), a.data(), column.data(), n0, n1); })
      .stria([&] { r = a + column[_, newaxis]; })
      .others({r.data(), a.data(), column.data(), nullptr, nullptr, nullptr, nullptr, n0, n1});
  bench::row<T>(s, goal, "W4d", "a + t of run-time shape (n, 1)", size.name, bytes, elements,
                r.storage())
      .hand(hand)
      .stria([&] { r = a + tall; });
}

template <class T> void blocks(bench::suite& s, const bench::size& size) {
  const index n2 = 256, n1 = size.bytes > (1 << 20) ? 64 : 16, n0 = size.count<T>() / (n1 * n2);
  dtensor<T, 2> a(n0, n2), b(2 * n1, n2);
  dtensor<T, 3> c(3, n1, n2), r(n0, n1, n2);
  bench::fill<T>(a.storage(), 1);
  bench::fill<T>(b.storage(), 2);
  bench::fill<T>(c.storage(), 3);
  const double parts = static_cast<double>((n0 + 2 * n1) * n2) * sizeof(T);
  bench::row<T>(s, goal, "W8", "a[_, newaxis, _] * b[newaxis, range(_, _, 2), _] + c[_1, ellipsis]",
                size.name, static_cast<double>(size.bytes) + parts, static_cast<double>(r.size()),
                r.storage())
      .hand([&, n0, n1] { mix(r.data(), a.data(), b.data(), c.data(), n0, n1, n2); })
      .plain([&, n0, n1] { mix_plain(r.data(), a.data(), b.data(), c.data(), n0, n1, n2); })
      .stria([&] { r = a[_, newaxis, _] * b[newaxis, range(_, _, 2), _] + c[_1, ellipsis]; })
      .others({r.data(), a.data(), b.data(), c.data(), nullptr, nullptr, nullptr, n0, n1, n2});
}

} // namespace

void broadcast(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) {
    planes<T>(s, n);
    blocks<T>(s, n);
  });
}
