// SPDX-License-Identifier: BSL-1.0
// W10: operands whose axes are swapped.
//
// The hand-written loop works tile by tile, and within a tile block by block. A row of a block is a
// vector of 64 bytes.
#include "../harness.hpp"
#include "vectors.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

#include <cmath>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

template <class T> inline constexpr index width = 64 / static_cast<index>(sizeof(T));
template <class T> using line = bench::vector<T, 64>;

// Swaps the off-diagonal quarters of all blocks of 2 * Step rows. After all steps the whole block
// is transposed.
template <index Step, class V, std::size_t... K>
inline void swap_quarters(V* v, std::index_sequence<K...>) {
  constexpr std::size_t n = sizeof...(K), step = Step;
  for (std::size_t i = 0; i < n; ++i)
    if ((i & step) == 0) {
      const V x = v[i], y = v[i + step];
      v[i] = __builtin_shufflevector(x, y, ((K & step) == 0 ? K : n + K - step)...);
      v[i + step] = __builtin_shufflevector(x, y, ((K & step) == 0 ? K + step : n + K)...);
    }
}
template <index Step, class V, class K> inline void transpose_block(V* v, K k) {
  swap_quarters<Step>(v, k);
  if constexpr (Step > 1)
    transpose_block<Step / 2>(v, k);
}

// Computes r(i, k) = f(position, b(k, i)). The cache lines of a tile, of both arrays, stay in the
// cache until the tile is complete.
template <class T, class F> void tiled(T* r, const T* a, const T* b, index n, F f) {
  constexpr index tile = 64, part = width<T>;
  for (index i0 = 0; i0 < n; i0 += tile)
    for (index k0 = 0; k0 < n; k0 += tile)
      for (index i = i0; i < std::min(n, i0 + tile); i += part)
        for (index k = k0; k < std::min(n, k0 + tile); k += part) {
          line<T> block[part];
          for (index y = 0; y < part; ++y) {
            __builtin_memcpy(block + y, b + (k + y) * n + i, 64);
            // Each row is on a separate page, and hardware prefetchers do not cross pages.
            if (k + part < n) {
              __builtin_prefetch(b + (k + part + y) * n + i);
              __builtin_prefetch(r + (i + y) * n + k + part, 1);
              if (a != nullptr)
                __builtin_prefetch(a + (i + y) * n + k + part);
            }
          }
          transpose_block<part / 2>(block,
                                    std::make_index_sequence<static_cast<std::size_t>(part)>());
          for (index y = 0; y < part; ++y) {
            const index at = (i + y) * n + k;
            const line<T> z = f(at, block[y]);
            __builtin_memcpy(r + at, &z, 64);
          }
        }
}

template <class T> void copy_by_hand(T* r, const T* b, index n) {
  tiled<T>(r, nullptr, b, n, [](index, line<T> x) { return x; });
}
template <class T> void copy_plain(T* r, const T* b, index n) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < n; ++k)
      r[i * n + k] = b[k * n + i];
}
template <class T> void add_by_hand(T* r, const T* a, const T* b, index n) {
  tiled(r, a, b, n, [a](index at, line<T> x) {
    line<T> y;
    __builtin_memcpy(&y, a + at, 64);
    return y + x;
  });
}
template <class T> void add_plain(T* r, const T* a, const T* b, index n) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < n; ++k)
      r[i * n + k] = a[i * n + k] + b[k * n + i];
}

template <class T> void run(bench::suite& s, const bench::size& size) {
  // The size is not a power of two, because then the cache lines of a column would all map to a few
  // sets of a cache.
  index n = static_cast<index>(std::sqrt(static_cast<double>(size.count<T>()))) / 16 * 16;
  if ((n & (n - 1)) == 0)
    n -= 16;
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
