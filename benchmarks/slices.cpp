// SPDX-License-Identifier: BSL-1.0
// W6 and W7: copies of slices with steps, crops and reversed axes.
#include "harness.hpp"

#include <stria/stria.hpp>

using namespace stria;
using enum bench::weight;

namespace {

using stria::index;

// r = t[:, ::2, 1:-1] of shape (n0, n1, n2).
void step_and_crop(float* __restrict r, const float* __restrict t, index n0, index n1, index n2) {
  const index m1 = (n1 + 1) / 2, m2 = n2 - 2;
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < m1; ++j) {
      float* __restrict to = r + (i * m1 + j) * m2;
      const float* __restrict from = t + (i * n1 + 2 * j) * n2 + 1;
      for (index k = 0; k < m2; ++k)
        to[k] = from[k];
    }
}

// r = t[:, ::2] of shape (n0, n1).
void inner_step(float* __restrict r, const float* __restrict t, index n0, index n1) {
  const index m1 = (n1 + 1) / 2;
  for (index i = 0; i < n0; ++i) {
    float* __restrict to = r + i * m1;
    const float* __restrict from = t + i * n1;
    for (index k = 0; k < m1; ++k)
      to[k] = from[2 * k];
  }
}

// r = t[::-1, :, ::-1].
void reversed(float* __restrict r, const float* __restrict t, index n0, index n1, index n2) {
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < n1; ++j) {
      float* __restrict to = r + (i * n1 + j) * n2;
      const float* __restrict from = t + ((n0 - 1 - i) * n1 + j) * n2 + n2 - 1;
      for (index k = 0; k < n2; ++k)
        to[k] = from[-k];
    }
}

void cubes(bench::table& t, index n0, index n1, index n2, bench::weight w,
           const std::string& size) {
  dtensor<float, 3> x(n0, n1, n2), r(n0, (n1 + 1) / 2, n2 - 2), back(n0, n1, n2);
  bench::fill(x.storage(), 1);
  const auto crop = [&] { step_and_crop(r.data(), x.data(), n0, n1, n2); };
  t.compare(w, "W6 t[_, range(_, _, 2), range(1, -1)]" + size, r.storage(), crop,
            [&] { r = x[_, range(_, _, 2), range(1, -1)]; });
  t.compare(w, "W6 t[_, range(_, _, _2), range(_1, -_1)]" + size, r.storage(), crop,
            [&] { r = x[_, range(_, _, _2), range(_1, -_1)]; });
  t.compare(
      w, "W7 t[rev(), _, rev()]" + size, back.storage(),
      [&] { reversed(back.data(), x.data(), n0, n1, n2); }, [&] { back = x[rev(), _, rev()]; });
}

void squares(bench::table& t, index n0, index n1, bench::weight w, const std::string& size) {
  dtensor<float, 2> x(n0, n1), r(n0, (n1 + 1) / 2);
  bench::fill(x.storage(), 1);
  const auto hand = [&] { inner_step(r.data(), x.data(), n0, n1); };
  t.compare(w, "W6 t[_, range(_, _, 2)]" + size, r.storage(), hand,
            [&] { r = x[_, range(_, _, 2)]; });
  t.compare(w, "W6 t[_, range(_, _, _2)]" + size, r.storage(), hand,
            [&] { r = x[_, range(_, _, _2)]; });
}

} // namespace

void slices(bench::table& t) {
  cubes(t, 64, 128, 256, goal, ", 8 MiB");
  cubes(t, 4, 16, 64, info, ", 16 KiB");
  squares(t, 2048, 1024, goal, ", 8 MiB");
  squares(t, 32, 128, info, ", 16 KiB");
}
