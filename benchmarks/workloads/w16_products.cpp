// SPDX-License-Identifier: BSL-1.0
// W16: products of matrices, single ones and batches of small ones.
//
// For large products, the hand-written version uses tiles of four rows. Eigen is measured, too.
#include "../harness.hpp"
#include "vectors.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

// Computes four rows of the result at a time, with tiles of the right factor that stay in the L2
// cache.
template <class T>
void multiply(T* __restrict r, const T* __restrict a, const T* __restrict b, index n) {
  constexpr index depth = 64, width = 256;
  for (index i = 0; i < n * n; ++i)
    r[i] = 0;
  for (index k0 = 0; k0 < n; k0 += width)
    for (index m0 = 0; m0 < n; m0 += depth)
      for (index i = 0; i < n; i += 4) {
        T *r0 = r + i * n, *r1 = r0 + n, *r2 = r1 + n, *r3 = r2 + n;
        for (index m = m0; m < m0 + depth; ++m) {
          const T x0 = a[i * n + m], x1 = a[(i + 1) * n + m], x2 = a[(i + 2) * n + m],
                  x3 = a[(i + 3) * n + m];
          const T* __restrict y = b + m * n;
          for (index k = k0; k < k0 + width; ++k) {
            r0[k] += x0 * y[k];
            r1[k] += x1 * y[k];
            r2[k] += x2 * y[k];
            r3[k] += x3 * y[k];
          }
        }
      }
}
template <class T> void multiply_plain(T* r, const T* a, const T* b, index n) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < n; ++k) {
      T s = 0;
      for (index m = 0; m < n; ++m)
        s += a[i * n + m] * b[m * n + k];
      r[i * n + k] = s;
    }
}
// A row of the result is a sum of rows of the right factor.
template <class T> void multiply_eights(T* r, const T* a, const T* b, index count) {
  using eight = bench::vector<T, 8 * sizeof(T)>;
  for (index p = 0; p < count; ++p) {
    eight rows[8];
    __builtin_memcpy(rows, b + 64 * p, sizeof rows);
    for (index i = 0; i < 8; ++i) {
      const T* x = a + 64 * p + 8 * i;
      eight sum = x[0] * rows[0];
      for (index m = 1; m < 8; ++m)
        sum += x[m] * rows[m];
      __builtin_memcpy(r + 64 * p + 8 * i, &sum, sizeof sum);
    }
  }
}

template <class T> void run(bench::suite& s) {
  {
    const index n = 512;
    dtensor<T, 2> a(n, n), b(n, n), r(n, n);
    bench::fill<T>(a.storage(), 1);
    bench::fill<T>(b.storage(), 2);
    bench::row<T>(s, info, "W16a", "matmul, 512 x 512", "L3",
                  3. * static_cast<double>(n * n) * sizeof(T), static_cast<double>(n * n * n),
                  r.storage())
        .hand([&] { multiply(r.data(), a.data(), b.data(), n); })
        .plain([&] { multiply_plain(r.data(), a.data(), b.data(), n); })
        .stria([&] { r = matmul(a, b); })
        .others({r.data(), a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, n, n});
  }
  const index n = 4096;
  dtensor<T, 3> a(n, 8, 8), b(n, 8, 8), r(n, 8, 8);
  tensor<T, dyn, 8, 8> as(n), bs(n), rs(n);
  bench::fill<T>(a.storage(), 1);
  bench::fill<T>(b.storage(), 2);
  bench::fill<T>(as.storage(), 1);
  bench::fill<T>(bs.storage(), 2);
  const double bytes = 3. * static_cast<double>(n * 64) * sizeof(T),
               count = static_cast<double>(n * 512);
  bench::row<T>(s, info, "W16b", "matmul, 4096 of 8 x 8", "L2", bytes, count, r.storage())
      .hand([&] { multiply_eights(r.data(), a.data(), b.data(), n); })
      .stria([&] { r = matmul(a, b); })
      .others({r.data(), a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, n});
  bench::row<T>(s, info, "W16c", "matmul, 4096 of 8 x 8, sizes in the type", "L2", bytes, count,
                rs.storage())
      .hand([&] { multiply_eights(rs.data(), as.data(), bs.data(), n); })
      .stria([&] { rs = matmul(as, bs); });
}

} // namespace

void products(bench::suite& s) {
  if (s.wants(bench::sizes[1])) {
    run<float>(s);
    run<double>(s);
  }
}
