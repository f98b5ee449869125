// SPDX-License-Identifier: BSL-1.0
// The shortest paths between all pairs of nodes (Floyd and Warshall).
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>

namespace {

using programs::index;
using namespace stria;

struct with_stria {
  dtensor<float, 2> length; // of each link
  explicit with_stria(const programs::size& s)
      : length(1.f + square(100.f * reshape(as_tensor(programs::uniform<float>(1, s.n * s.n)), s.n,
                                            s.n))) {}

  auto operator()() const {
    auto d = length;
    for (index k = 0; k < d.extent(0); ++k)
      d = minimum(d, d[_, k][_, newaxis] + d[k]);
    return d;
  }
};

struct by_hand {
  index n;
  std::vector<float> length;
  explicit by_hand(const programs::size& s)
      : n(s.n), length(programs::uniform<float>(1, s.n * s.n)) {
    for (float& x : length)
      x = 1 + (100 * x) * (100 * x);
  }

  auto operator()() const {
    auto d = length;
    for (index k = 0; k < n; ++k) {
      BENCH_PARALLEL
      for (index i = 0; i < n; ++i)
        if (i != k)
          shorten(d.data() + i * n, d.data() + k * n, d[static_cast<std::size_t>(i * n + k)]);
    }
    return d;
  }

private:
  void shorten(float* __restrict row, const float* __restrict by, float to) const {
    for (index j = 0; j < n; ++j)
      row[j] = std::min(row[j], to + by[j]);
  }
};

} // namespace

programs::program programs::floyd_warshall() {
  return make_program<with_stria, by_hand>("floyd_warshall", "shortest paths of all pairs",
                                           {{"small", 200, 1}, {"large", 700, 1}}, 1e-5);
}
