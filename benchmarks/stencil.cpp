// SPDX-License-Identifier: BSL-1.0
// W9a: a 5-point stencil as a sum of four slices.
#include "harness.hpp"

#include <stria/stria.hpp>

using namespace stria;
using enum bench::weight;

namespace {

using stria::index;

void five_points(float* __restrict r, const float* __restrict u, index n0, index n1) {
  for (index i = 1; i < n0 - 1; ++i) {
    float* __restrict to = r + i * n1;
    const float* __restrict above = u + (i - 1) * n1;
    const float* __restrict here = u + i * n1;
    const float* __restrict below = u + (i + 1) * n1;
    for (index k = 1; k < n1 - 1; ++k)
      to[k] = 0.25f * (above[k] + below[k] + here[k - 1] + here[k + 1]);
  }
}

void grid(bench::table& t, index n0, index n1, bench::weight w, const std::string& size) {
  dtensor<float, 2> u(n0, n1), r(n0, n1);
  bench::fill(u.storage(), 1);
  const auto hand = [&] { five_points(r.data(), u.data(), n0, n1); };
  t.compare(w, "W9a 5-point stencil" + size, r.storage(), hand, [&] {
    const auto m = range(1, -1);
    r[m, m] =
        0.25f * (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] + u[m, range(2, _)]);
  });
  t.compare(w, "W9a 5-point stencil, constants" + size, r.storage(), hand, [&] {
    const auto m = range(_1, -_1);
    r[m, m] = 0.25f *
              (u[range(_, -_2), m] + u[range(_2, _), m] + u[m, range(_, -_2)] + u[m, range(_2, _)]);
  });
}

} // namespace

void stencil(bench::table& t) {
  grid(t, 2048, 1024, goal, ", 8 MiB");
  grid(t, 32, 128, info, ", 16 KiB");
}
