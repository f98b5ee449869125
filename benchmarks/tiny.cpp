// SPDX-License-Identifier: BSL-1.0
// What an assignment costs before its first element.
#include "harness.hpp"

#include <stria/stria.hpp>

using namespace stria;
using enum bench::weight;

namespace {

using stria::index;

void product_and_sum(float* __restrict r, const float* __restrict a, const float* __restrict b,
                     const float* __restrict c, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[i] * b[i] + c[i];
}

} // namespace

void tiny(bench::table& t) {
  {
    tensor<float, 3, 3> a, b, r;
    bench::fill(a.storage(), 1);
    bench::fill(b.storage(), 2);
    t.compare(
        info, "static 3x3 a*b + 2a", r.storage(),
        [&] {
          float* __restrict to = r.data();
          const float* x = a.data();
          const float* y = b.data();
          for (int i = 0; i < 9; ++i)
            to[i] = x[i] * y[i] + 2.f * x[i];
        },
        [&] { r = a * b + 2.f * a; });
  }
  {
    tensor<float, 4, 4> a, b, r;
    bench::fill(a.storage(), 1);
    bench::fill(b.storage(), 2);
    t.compare(
        info, "static 4x4 a*b + 2a", r.storage(),
        [&] {
          float* __restrict to = r.data();
          const float* x = a.data();
          const float* y = b.data();
          for (int i = 0; i < 16; ++i)
            to[i] = x[i] * y[i] + 2.f * x[i];
        },
        [&] { r = a * b + 2.f * a; });
  }
  {
    dtensor<float, 1> a(8), b(8), c(8), r(8);
    bench::fill(a.storage(), 1);
    bench::fill(b.storage(), 2);
    bench::fill(c.storage(), 3);
    t.compare(
        info, "n = 8: a*b + c", r.storage(),
        [&] { product_and_sum(r.data(), a.data(), b.data(), c.data(), r.size()); },
        [&] { r = a * b + c; });
    t.compare(
        info, "n = 8: r[range(0, 4)] = a[range(2, 6)] + b[rev()][range(2, 6)]", r.storage(),
        [&] {
          const float* x = a.data() + 2;
          const float* y = b.data() + 5;
          float* __restrict to = r.data();
          for (int i = 0; i < 4; ++i)
            to[i] = x[i] + y[-i];
        },
        [&] { r[range(0, 4)] = a[range(2, 6)] + b[rev()][range(2, 6)]; });
  }
  {
    dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3), r(3, 3);
    bench::fill(a.storage(), 1);
    bench::fill(b.storage(), 2);
    bench::fill(c.storage(), 3);
    t.compare(
        info, "3x3 at run time: a*b + c", r.storage(),
        [&] { product_and_sum(r.data(), a.data(), b.data(), c.data(), r.size()); },
        [&] { r = a * b + c; });
  }
}
