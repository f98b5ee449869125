// SPDX-License-Identifier: BSL-1.0
// W12 to W14: index arrays and masks, read and written.
//
// The loops by hand keep the contract: all entries are compared with their axis in a first pass,
// negative ones count from the end, and only then something is written. The rows that say
// "unchecked" are the bare loops, which read wherever an entry leads.
#include "harness.hpp"

#include <stria/stria.hpp>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include <cstdlib>
#include <vector>

using namespace stria;
using enum bench::weight;

namespace {

using stria::index;

[[gnu::noinline]] void check(const index* idx, index n, index size) {
  const auto low = static_cast<std::size_t>(size);
  bool bad = false;
  for (index i = 0; i < n; ++i)
    bad |= static_cast<std::size_t>(idx[i]) + low >= 2 * low;
  if (bad)
    std::abort();
}
inline index from_end(index i, index size) { return i < 0 ? i + size : i; }

void copy_row(float* __restrict to, const float* __restrict from, index n) {
  for (index k = 0; k < n; ++k)
    to[k] = from[k];
}

void gather_rows(float* r, const float* t, const index* idx, index n, index n0, index n1) {
  check(idx, n, n0);
  for (index i = 0; i < n; ++i)
    copy_row(r + i * n1, t + from_end(idx[i], n0) * n1, n1);
}
void scatter_rows(float* t, const float* u, const index* idx, index n, index n0, index n1) {
  check(idx, n, n0);
  for (index i = 0; i < n; ++i)
    copy_row(t + from_end(idx[i], n0) * n1, u + i * n1, n1);
}

void gather(float* __restrict r, const float* __restrict t, const index* __restrict rows,
            const index* __restrict cols, index n, index n0, index n1) {
  check(rows, n, n0);
  check(cols, n, n1);
  for (index i = 0; i < n; ++i)
    r[i] = t[from_end(rows[i], n0) * n1 + from_end(cols[i], n1)];
}
void gather_unchecked(float* __restrict r, const float* __restrict t, const index* __restrict rows,
                      const index* __restrict cols, index n, index n1) {
  for (index i = 0; i < n; ++i)
    r[i] = t[rows[i] * n1 + cols[i]];
}
void scatter(float* __restrict t, const float* __restrict u, const index* __restrict rows,
             const index* __restrict cols, index n, index n0, index n1) {
  check(rows, n, n0);
  check(cols, n, n1);
  for (index i = 0; i < n; ++i)
    t[from_end(rows[i], n0) * n1 + from_end(cols[i], n1)] = u[i];
}
void scatter_unchecked(float* __restrict t, const float* __restrict u, const index* __restrict rows,
                       const index* __restrict cols, index n, index n1) {
  for (index i = 0; i < n; ++i)
    t[rows[i] * n1 + cols[i]] = u[i];
}

void add_to_bins(float* __restrict bins, const float* __restrict w, const index* __restrict idx,
                 index n, index n0) {
  check(idx, n, n0);
  for (index i = 0; i < n; ++i)
    bins[from_end(idx[i], n0)] += w[i];
}
void add_to_bins_unchecked(float* __restrict bins, const float* __restrict w,
                           const index* __restrict idx, index n) {
  for (index i = 0; i < n; ++i)
    bins[idx[i]] += w[i];
}

void zero_where(float* __restrict t, const float* __restrict m, index n) {
  for (index i = 0; i < n; ++i)
    t[i] = m[i] > 0.f ? 0.f : t[i];
}
void zero_positive(float* t, index n) {
  for (index i = 0; i < n; ++i)
    t[i] = t[i] > 0.f ? 0.f : t[i];
}
// The mask as bytes, the sum for all: g++ 12 makes vectors of neither bools nor branches.
void add_where(float* __restrict t, const unsigned char* __restrict m, index n) {
  for (index i = 0; i < n; ++i) {
    const float sum = t[i] + 1.f;
    t[i] = m[i] != 0 ? sum : t[i];
  }
}

index count_positive(const float* t, index n) {
  int count = 0;
  for (index i = 0; i < n; ++i)
    count += t[i] > 0.f ? 1 : 0;
  return count;
}
// The vector compress where there is one, else a cursor without branches. The result has exactly
// as many elements as are selected, so these are counted first.
void compress(float* __restrict r, const float* __restrict t, index n) {
  const index count = count_positive(t, n);
  index at = 0, i = 0;
#if defined(__AVX512F__)
  for (; i + 16 <= n && at + 16 <= count; i += 16) {
    const __m512 v = _mm512_loadu_ps(t + i);
    const __mmask16 m = _mm512_cmp_ps_mask(v, _mm512_setzero_ps(), _CMP_GT_OQ);
    _mm512_storeu_ps(r + at, _mm512_maskz_compress_ps(m, v));
    at += __builtin_popcount(m);
  }
#endif
  for (; i < n && at < count; ++i) {
    r[at] = t[i];
    at += t[i] > 0.f ? 1 : 0;
  }
}

void larger(float* __restrict r, const float* __restrict a, const float* __restrict b, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[i] > b[i] ? a[i] : b[i];
}

struct dice {
  std::size_t state;
  index operator()(index n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<index>((state >> 33) % static_cast<std::size_t>(n));
  }
};

// Places anywhere, one in sixteen counted from the end.
dtensor<index, 1> places(index n, index size, std::size_t seed) {
  dice d{seed};
  dtensor<index, 1> r(n);
  for (index& i : r.storage())
    i = d(16) == 0 ? -1 - d(size) : d(size);
  return r;
}

void rows(bench::table& t, index n0, index n1, const std::string& size) {
  dtensor<float, 2> x(n0, n1), r(n0, n1);
  bench::fill(x.storage(), 1);
  const auto idx = places(n0, n0, 2);
  t.compare(
      goal, "W12a r = t[idx], rows of " + std::to_string(n1) + size, r.storage(),
      [&] { gather_rows(r.data(), x.data(), idx.data(), n0, n0, n1); }, [&] { r = x[idx]; });
  t.compare(
      goal, "W13a t[idx] = u, rows of " + std::to_string(n1) + size, r.storage(),
      [&] { scatter_rows(r.data(), x.data(), idx.data(), n0, n0, n1); }, [&] { r[idx] = x; });
}

void elements(bench::table& t, index n0, index n1, const std::string& size) {
  const index n = n0 * n1;
  dtensor<float, 2> x(n0, n1);
  dtensor<float, 1> r(n), bins(1000);
  bench::fill(x.storage(), 1);
  const auto i0 = places(n, n0, 2), i1 = places(n, n1, 3), into = places(n, 1000, 4);
  // For the bare loops, which know no negative places.
  const dtensor<index, 1> p0 = where(i0 < 0, i0 + n0, i0), p1 = where(i1 < 0, i1 + n1, i1),
                          p = where(into < 0, into + 1000, into);
  t.compare(
      goal, "W12b r = t[rows, cols]" + size, r.storage(),
      [&] { gather(r.data(), x.data(), i0.data(), i1.data(), n, n0, n1); }, [&] { r = x[i0, i1]; });
  t.compare(
      info, "W12b r = t[rows, cols], unchecked" + size, r.storage(),
      [&] { gather_unchecked(r.data(), x.data(), p0.data(), p1.data(), n, n1); },
      [&] { r = x[p0, p1]; });
  bench::fill(r.storage(), 5);
  t.compare(
      goal, "W13b t[rows, cols] = u" + size, x.storage(),
      [&] { scatter(x.data(), r.data(), i0.data(), i1.data(), n, n0, n1); },
      [&] { x[i0, i1] = r; });
  t.compare(
      info, "W13b t[rows, cols] = u, unchecked" + size, x.storage(),
      [&] { scatter_unchecked(x.data(), r.data(), p0.data(), p1.data(), n, n1); },
      [&] { x[p0, p1] = r; });
  t.compare(
      goal, "W13c bins[idx] += w, 1000 bins" + size, bins.storage(),
      [&] { add_to_bins(bins.data(), r.data(), into.data(), n, 1000); }, [&] { bins[into] += r; });
  t.compare(
      info, "W13c bins[idx] += w, 1000 bins, unchecked" + size, bins.storage(),
      [&] { add_to_bins_unchecked(bins.data(), r.data(), p.data(), n); }, [&] { bins[p] += r; });
}

void masks(bench::table& t, index n, const std::string& size) {
  dtensor<float, 1> a(n), b(n), r(n);
  dice d{1};
  const auto signs = [&](std::span<float> to) {
    for (float& x : to)
      x = static_cast<float>(d(17) - 8);
  };
  signs(a.storage());
  signs(b.storage());
  const tensor<bool, dyn> m = b > 0.f;
  const auto* bytes = reinterpret_cast<const unsigned char*>(m.data());
  t.compare(
      goal, "W14a t[m > 0] = 0" + size, a.storage(), [&] { zero_where(a.data(), b.data(), n); },
      [&] { a[b > 0.f] = 0.f; });
  signs(a.storage());
  t.compare(
      goal, "W14a t[t > 0] = 0" + size, a.storage(), [&] { zero_positive(a.data(), n); },
      [&] { a[a > 0.f] = 0.f; });
  t.compare(
      goal, "W14a t[m] += 1, m of bools" + size, a.storage(),
      [&] { add_where(a.data(), bytes, n); }, [&] { a[m] += 1.f; });
  signs(a.storage());
  dtensor<float, 1> s(count_positive(a.data(), n));
  t.compare(
      goal, "W14b r = t[t > 0]" + size, s.storage(), [&] { compress(s.data(), a.data(), n); },
      [&] { s = a[a > 0.f]; });
  t.compare(
      goal, "W14c r = where(a > b, a, b)" + size, r.storage(),
      [&] { larger(r.data(), a.data(), b.data(), n); }, [&] { r = where(a > b, a, b); });
}

} // namespace

void advanced(bench::table& t) {
  rows(t, 1 << 15, 64, ", 8 MiB");
  elements(t, 2048, 1024, ", 8 MiB");
  masks(t, 1 << 21, ", 8 MiB");
}
