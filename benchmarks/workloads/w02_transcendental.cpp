// SPDX-License-Identifier: BSL-1.0
// W2: functions that the standard library computes one element at a time.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

#if __has_include(<xsimd/xsimd.hpp>)
#include <xsimd/xsimd.hpp>
#define BENCH_XSIMD
#endif

#include <cmath>

namespace {

using bench::index;

template <class T> void plain(T* r, const T* a, const T* b, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = std::exp(a[i]) * std::sin(b[i]) + std::sqrt(a[i]);
}

#if defined(BENCH_XSIMD)
template <class T>
void by_hand(T* __restrict r, const T* __restrict a, const T* __restrict b, index n) {
  using batch = xsimd::batch<T>;
  constexpr index width = static_cast<index>(batch::size);
  BENCH_PARALLEL
  for (index i = 0; i < n / width; ++i) {
    const batch x = batch::load_unaligned(a + i * width), y = batch::load_unaligned(b + i * width);
    const batch z = xsimd::exp(x) * xsimd::sin(y) + xsimd::sqrt(x);
    z.store_unaligned(r + i * width);
  }
  plain(r + n / width * width, a + n / width * width, b + n / width * width, n % width);
}
#else
template <class T> void by_hand(T* r, const T* a, const T* b, index n) { plain(r, a, b, n); }
#endif

#if defined(STRIA_USE_SIMD)
constexpr auto promised = bench::weight::goal;
#else
constexpr auto promised = bench::weight::info;
#endif

template <class T> void run(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>();
  stria::dtensor<T, 1> a(n), b(n), r(n);
  bench::dice d{1};
  for (T& x : a.storage())
    x = static_cast<T>(d(4001)) / T(1000);
  for (T& x : b.storage())
    x = static_cast<T>(d(6001) - 3000) / T(1000);
  bench::row<T>(s, promised, "W2", "exp(a)*sin(b) + sqrt(a)", size.name,
                3 * static_cast<double>(size.bytes), static_cast<double>(n), r.storage(),
                sizeof(T) == 4 ? 2e-5 : 1e-13)
      .hand([&, n] { by_hand(r.data(), a.data(), b.data(), n); })
      .plain([&, n] { plain(r.data(), a.data(), b.data(), n); })
      .stria([&] { r = exp(a) * sin(b) + sqrt(a); })
      .others({r.data(), a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, n});
}

} // namespace

void transcendental(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) { run<T>(s, n); });
}
