// SPDX-License-Identifier: BSL-1.0
// W14: elements selected by masks, read and written.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

#if defined(__AVX512F__)
#include <immintrin.h>

#include <span>
#endif

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

template <class T> void zero_where(T* __restrict t, const T* __restrict m, index n) {
  for (index i = 0; i < n; ++i)
    t[i] = m[i] > 0 ? T(0) : t[i];
}
template <class T> void zero_where_plain(T* t, const T* m, index n) {
  for (index i = 0; i < n; ++i)
    if (m[i] > 0)
      t[i] = 0;
}
template <class T> void zero_positive(T* t, index n) {
  for (index i = 0; i < n; ++i)
    t[i] = t[i] > 0 ? T(0) : t[i];
}
template <class T> void zero_positive_plain(T* t, index n) {
  for (index i = 0; i < n; ++i)
    if (t[i] > 0)
      t[i] = 0;
}
// The mask is read as bytes, and the sum is computed for all elements, because g++ 12 vectorises
// neither bools nor branches. It does not vectorise a selection of doubles by bytes either, so for
// doubles the bytes are first widened to 32 bits, 512 at a time.
void add_where(float* __restrict t, const unsigned char* __restrict m, index n) {
  for (index i = 0; i < n; ++i) {
    const float sum = t[i] + 1.f;
    t[i] = m[i] != 0 ? sum : t[i];
  }
}
void add_where(double* __restrict t, const unsigned char* __restrict m, index n) {
  constexpr index block = 512;
  unsigned wide[block];
  for (index start = 0; start < n; start += block) {
    const index count = n - start < block ? n - start : block;
    for (index i = 0; i < count; ++i)
      wide[i] = m[start + i];
    for (index i = 0; i < count; ++i) {
      const double sum = t[start + i] + 1.;
      t[start + i] = wide[i] != 0 ? sum : t[start + i];
    }
  }
}
template <class T> void add_where_plain(T* t, const bool* m, index n) {
  for (index i = 0; i < n; ++i)
    if (m[i])
      t[i] += 1;
}

template <class T> index count_positive(const T* t, index n) {
  int count = 0;
  for (index i = 0; i < n; ++i)
    count += t[i] > 0 ? 1 : 0;
  return count;
}
#if defined(__AVX512F__)
inline int compress_some(float* r, const float* t) {
  const __m512 v = _mm512_loadu_ps(t);
  const __mmask16 m = _mm512_cmp_ps_mask(v, _mm512_setzero_ps(), _CMP_GT_OQ);
  _mm512_storeu_ps(r, _mm512_maskz_compress_ps(m, v));
  return __builtin_popcount(m);
}
inline int compress_some(double* r, const double* t) {
  const __m512d v = _mm512_loadu_pd(t);
  const __mmask8 m = _mm512_cmp_pd_mask(v, _mm512_setzero_pd(), _CMP_GT_OQ);
  _mm512_storeu_pd(r, _mm512_maskz_compress_pd(m, v));
  return __builtin_popcount(m);
}
#endif
// Uses the compress instruction for vectors if it is available, otherwise a loop without branches.
// The size of the result is the number of selected elements, so these are counted first.
template <class T> void compress(T* __restrict r, const T* __restrict t, index n) {
  const index count = count_positive(t, n);
  index at = 0, i = 0;
#if defined(__AVX512F__)
  constexpr index width = 64 / sizeof(T);
  for (; i + width <= n && at + width <= count; i += width)
    at += compress_some(r + at, t + i);
#endif
  for (; i < n && at < count; ++i) {
    r[at] = t[i];
    at += t[i] > 0 ? 1 : 0;
  }
}
template <class T> void compress_plain(T* r, const T* t, index n) {
  for (index i = 0; i < n; ++i)
    if (t[i] > 0)
      *r++ = t[i];
}

template <class T>
void larger(T* __restrict r, const T* __restrict a, const T* __restrict b, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[i] > b[i] ? a[i] : b[i];
}
template <class T> void larger_plain(T* r, const T* a, const T* b, index n) {
  for (index i = 0; i < n; ++i)
    if (a[i] > b[i])
      r[i] = a[i];
    else
      r[i] = b[i];
}

template <class T> void run(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>();
  dtensor<T, 1> a(n), b(n), r(n);
  bench::dice d{1};
  const auto signs = [&](std::span<T> to) {
    for (T& x : to)
      x = static_cast<T>(d(17) - 8);
  };
  signs(a.storage());
  signs(b.storage());
  const double one = static_cast<double>(size.bytes), count = static_cast<double>(n);
  const tensor<bool, dyn> m = b > T(0);
  const auto* bytes = reinterpret_cast<const unsigned char*>(m.data());
  bench::row<T>(s, goal, "W14a", "t[m > 0] = 0", size.name, 3 * one, count, a.storage())
      .hand([&, n] { zero_where(a.data(), b.data(), n); })
      .plain([&, n] { zero_where_plain(a.data(), b.data(), n); })
      .stria([&] { a[b > T(0)] = T(0); })
      .others({a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n});
  {
    // A loop with branches would be fast after the first call, because there would be nothing left
    // to change. So each call restores the signs first.
    signs(a.storage());
    dtensor<T, 1> old(n);
    std::copy(a.storage().begin(), a.storage().end(), old.storage().begin());
    const auto anew = [&] { std::memcpy(a.data(), old.data(), a.storage().size_bytes()); };
    bench::row<T>(s, goal, "W14d", "t = u; t[t > 0] = 0", size.name, 4 * one, count, a.storage())
        .hand([&, n] {
          anew();
          zero_positive(a.data(), n);
        })
        .plain([&, n] {
          anew();
          zero_positive_plain(a.data(), n);
        })
        .stria([&] {
          anew();
          a[a > T(0)] = T(0);
        });
  }
  bench::row<T>(s, goal, "W14e", "t[m] += 1, m of bools", size.name, 2 * one + count, count,
                a.storage())
      .hand([&, n, bytes] { add_where(a.data(), bytes, n); })
      .plain([&, n] { add_where_plain(a.data(), m.data(), n); })
      .stria([&] { a[m] += T(1); });
  signs(a.storage());
  dtensor<T, 1> selected(count_positive(a.data(), n));
  const double kept = static_cast<double>(selected.storage().size_bytes());
  bench::row<T>(s, goal, "W14b", "r = t[t > 0]", size.name, one + kept, count, selected.storage())
      .hand([&, n] { compress(selected.data(), a.data(), n); })
      .plain([&, n] { compress_plain(selected.data(), a.data(), n); })
      .stria([&] { selected = a[a > T(0)]; })
      .others({selected.data(), a.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n});
  bench::row<T>(s, goal, "W14c", "r = where(a > b, a, b)", size.name, 3 * one, count, r.storage())
      .hand([&, n] { larger(r.data(), a.data(), b.data(), n); })
      .plain([&, n] { larger_plain(r.data(), a.data(), b.data(), n); })
      .stria([&] { r = where(a > b, a, b); })
      .others({r.data(), a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, n});
}

} // namespace

void masks(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) { run<T>(s, n); });
}
