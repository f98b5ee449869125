// SPDX-License-Identifier: BSL-1.0
// W1: fused arithmetic on whole tensors.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace {

using bench::index;

template <class T>
void by_hand(T* __restrict r, const T* __restrict a, const T* __restrict b, const T* __restrict c,
             index n) {
  BENCH_PARALLEL
  for (index i = 0; i < n; ++i)
    r[i] = a[i] * b[i] + c[i] * T(2) - a[i];
}
template <class T> void plain(T* r, const T* a, const T* b, const T* c, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[i] * b[i] + c[i] * T(2) - a[i];
}

#if defined(__AVX512F__)
// Uses non-temporal stores, which do not read the old cache lines of the result. r must be aligned,
// and n must be a multiple of 16.
void streamed(float* r, const float* a, const float* b, const float* c, index n) {
  for (index i = 0; i < n; i += 16) {
    const __m512 x = _mm512_loadu_ps(a + i), y = _mm512_loadu_ps(b + i), z = _mm512_loadu_ps(c + i);
    _mm512_stream_ps(r + i, x * y + z * 2.f - x);
  }
  _mm_sfence();
}
void streamed(double* r, const double* a, const double* b, const double* c, index n) {
  for (index i = 0; i < n; i += 8) {
    const __m512d x = _mm512_loadu_pd(a + i), y = _mm512_loadu_pd(b + i),
                  z = _mm512_loadu_pd(c + i);
    _mm512_stream_pd(r + i, x * y + z * 2. - x);
  }
  _mm_sfence();
}
#endif

template <class T> void run(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>();
  const double bytes = 4 * static_cast<double>(size.bytes);
  {
    stria::dtensor<T, 1> a(n), b(n), c(n), r(n);
    bench::fill<T>(a.storage(), 1);
    bench::fill<T>(b.storage(), 2);
    bench::fill<T>(c.storage(), 3);
    bench::row<T> row(s, bench::weight::goal, "W1", "a*b + c*2 - a", size.name, bytes,
                      static_cast<double>(n), r.storage());
    row.hand([&, n] { by_hand(r.data(), a.data(), b.data(), c.data(), n); })
        .plain([&, n] { plain(r.data(), a.data(), b.data(), c.data(), n); })
        .stria([&] { r = a * b + c * T(2) - a; });
#if defined(__AVX512F__)
    if (size.bytes >= (1 << 28) && s.how().threads == 1)
      row.add("hand, streaming", [&, n] { streamed(r.data(), a.data(), b.data(), c.data(), n); });
#endif
    row.others({r.data(), a.data(), b.data(), c.data(), nullptr, nullptr, nullptr, n});
  }
  if (size.bytes == (1 << 23)) {
    const index n2 = n / (128 * 128);
    stria::dtensor<T, 3> a(128, 128, n2), b(128, 128, n2), c(128, 128, n2), r(128, 128, n2);
    bench::fill<T>(a.storage(), 1);
    bench::fill<T>(b.storage(), 2);
    bench::fill<T>(c.storage(), 3);
    bench::row<T>(s, bench::weight::goal, "W1r", "a*b + c*2 - a of rank 3", size.name, bytes,
                  static_cast<double>(n), r.storage())
        .hand([&, n] { by_hand(r.data(), a.data(), b.data(), c.data(), n); })
        .stria([&] { r = a * b + c * T(2) - a; });
  }
}

} // namespace

void fused(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) { run<T>(s, n); });
}
