// SPDX-License-Identifier: BSL-1.0
// W1: fused arithmetic on whole tensors.
#include "harness.hpp"

#include <stria/stria.hpp>

using namespace stria;
using enum bench::weight;

namespace {

void by_hand(float* __restrict r, const float* __restrict a, const float* __restrict b,
             const float* __restrict c, std::ptrdiff_t n) {
  for (std::ptrdiff_t i = 0; i < n; ++i)
    r[i] = a[i] * b[i] + c[i] * 2.f - a[i];
}

} // namespace

void fused(bench::table& t) {
  for (const std::ptrdiff_t n : {1 << 21, 1 << 12}) {
    dtensor<float, 1> a(n), b(n), c(n), r(n);
    bench::fill(a.storage(), 1);
    bench::fill(b.storage(), 2);
    bench::fill(c.storage(), 3);
    t.compare(
        n == 1 << 21 ? goal : info,
        n == 1 << 21 ? "W1 a*b + c*2 - a, 8 MiB" : "W1 a*b + c*2 - a, 16 KiB", r.storage(),
        [&] { by_hand(r.data(), a.data(), b.data(), c.data(), n); },
        [&] { r = a * b + c * 2.f - a; });
  }
  dtensor<float, 3> a(128, 128, 128), b(128, 128, 128), c(128, 128, 128), r(128, 128, 128);
  bench::fill(a.storage(), 1);
  bench::fill(b.storage(), 2);
  bench::fill(c.storage(), 3);
  t.compare(
      goal, "W1 a*b + c*2 - a, rank 3, 8 MiB", r.storage(),
      [&] { by_hand(r.data(), a.data(), b.data(), c.data(), 1 << 21); },
      [&] { r = a * b + c * 2.f - a; });
}
