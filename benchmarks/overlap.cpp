// SPDX-License-Identifier: BSL-1.0
// W9b and W11: source and target overlap.
#include "harness.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

using namespace stria;
using enum bench::weight;

namespace {

using stria::index;

// In place: the old values of the row above are kept, this row's are saved before it is written.
void five_points(float* u, index n0, index n1, float* __restrict above, float* __restrict here) {
  std::memcpy(above, u, static_cast<std::size_t>(n1) * sizeof(float));
  for (index i = 1; i < n0 - 1; ++i) {
    float* __restrict row = u + i * n1;
    const float* __restrict below = u + (i + 1) * n1;
    std::memcpy(here, row, static_cast<std::size_t>(n1) * sizeof(float));
    for (index k = 1; k < n1 - 1; ++k)
      row[k] = 0.25f * (above[k] + below[k] + here[k - 1] + here[k + 1]);
    std::swap(above, here);
  }
}

// The maximum stays in the range of a float when a row is run thousands of times: t *= 0.25 sums.
void grid(bench::table& t, index n0, index n1, const std::string& size) {
  dtensor<float, 2> u(n0, n1);
  bench::fill(u.storage(), 1);
  std::vector<float> above(static_cast<std::size_t>(n1)), here(above);
  t.compare(
      info, "W9b 5-point stencil in place" + size, u.storage(),
      [&] { five_points(u.data(), n0, n1, above.data(), here.data()); },
      [&] {
        const auto m = range(1, -1);
        u[m, m] = 0.25f *
                  (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] + u[m, range(2, _)]);
      });
}

void shifts(bench::table& t, index n, const std::string& size) {
  dtensor<float, 1> x(n);
  bench::fill(x.storage(), 1);
  const auto bytes = static_cast<std::size_t>(n - 1) * sizeof(float);
  t.compare(
      info, "W11a t[range(_1, _)] = t[range(_, -_1)]" + size, x.storage(),
      [&] { std::memmove(x.data() + 1, x.data(), bytes); },
      [&] { x[range(_1, _)] = x[range(_, -_1)]; });
  t.compare(
      info, "W11b t[range(_, -_1)] = t[range(_1, _)]" + size, x.storage(),
      [&] { std::memmove(x.data(), x.data() + 1, bytes); },
      [&] { x[range(_, -_1)] = x[range(_1, _)]; });
  t.compare(
      info, "W11c a = a[rev()]" + size, x.storage(), [&] { std::reverse(x.data(), x.data() + n); },
      [&] { x = x[rev()]; });
}

} // namespace

void overlap(bench::table& t) {
  grid(t, 2048, 1024, ", 8 MiB");
  grid(t, 32, 128, ", 16 KiB");
  shifts(t, 1 << 21, ", 8 MiB");
  shifts(t, 1 << 12, ", 16 KiB");
}
