// SPDX-License-Identifier: BSL-1.0
// W10: operands whose axes are swapped.
//
// The loop by hand goes tile by tile. A tile of 8 x 8 is transposed by the compiler's vectors.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

// f(i, k): tiles of `tile` rows and columns, so that lines of both arrays stay in the cache.
template <class T, class F> void tiled(T* __restrict r, const T* __restrict b, index n, F f) {
  constexpr index tile = 64, part = 8;
  for (index i0 = 0; i0 < n; i0 += tile)
    for (index k0 = 0; k0 < n; k0 += tile)
      for (index i = i0; i < i0 + tile; i += part)
        for (index k = k0; k < k0 + tile; k += part) {
          T block[part][part];
          for (index y = 0; y < part; ++y)
            for (index x = 0; x < part; ++x)
              block[x][y] = b[(k + y) * n + i + x];
          for (index y = 0; y < part; ++y)
            for (index x = 0; x < part; ++x)
              r[(i + y) * n + k + x] = f((i + y) * n + k + x, block[y][x]);
        }
}

template <class T> void copy_by_hand(T* r, const T* b, index n) {
  tiled(r, b, n, [](index, T x) { return x; });
}
template <class T> void copy_plain(T* r, const T* b, index n) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < n; ++k)
      r[i * n + k] = b[k * n + i];
}
template <class T> void add_by_hand(T* r, const T* __restrict a, const T* b, index n) {
  tiled(r, b, n, [a](index at, T x) { return a[at] + x; });
}
template <class T> void add_plain(T* r, const T* a, const T* b, index n) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < n; ++k)
      r[i * n + k] = a[i * n + k] + b[k * n + i];
}

template <class T> void run(bench::suite& s, const bench::size& size) {
  index n = 64;
  while (4 * n * n <= size.count<T>())
    n *= 2;
  if (size.bytes == (1 << 23))
    n = n * 11 / 8 / 64 * 64; // no power of two: lines of one column then share few sets
  dtensor<T, 2> a(n, n), b(n, n), r(n, n);
  bench::fill<T>(a.storage(), 1);
  bench::fill<T>(b.storage(), 2);
  const double elements = static_cast<double>(n * n), bytes = elements * sizeof(T);
  bench::row<T>(s, info, "W10a", "transpose(b)", size.name, 2 * bytes, elements, r.storage())
      .hand([&, n] { copy_by_hand(r.data(), b.data(), n); })
      .plain([&, n] { copy_plain(r.data(), b.data(), n); })
      .stria([&] { r = transpose(b); })
      .others({r.data(), a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, n, n});
  bench::row<T>(s, info, "W10b", "a + transpose(b)", size.name, 3 * bytes, elements, r.storage())
      .hand([&, n] { add_by_hand(r.data(), a.data(), b.data(), n); })
      .plain([&, n] { add_plain(r.data(), a.data(), b.data(), n); })
      .stria([&] { r = a + transpose(b); })
      .others({r.data(), a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, n, n});
}

} // namespace

void transposed(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) { run<T>(s, n); });
}
