// SPDX-License-Identifier: BSL-1.0
// A flock of birds in the plane: cohesion, alignment and separation, computed for all pairs.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr double sight = 0.1, distance = 0.02, fastest = 0.01;

struct with_stria {
  tensor<double, 2, dyn> x0, v0; // the long axis is the last one
  int steps;
  explicit with_stria(const programs::size& s)
      : x0(transpose(reshape(as_tensor(programs::uniform<double>(1, 2 * s.n)), s.n, 2_c))),
        v0(0.02 * transpose(reshape(as_tensor(programs::uniform<double>(2, 2 * s.n)), s.n, 2_c)) -
           0.01),
        steps(s.steps) {}

  auto operator()() const {
    auto x = x0, v = v0;
    for (int step = 0; step < steps; ++step) {
      const auto d = x[_, newaxis] - x[_, _, newaxis]; // [k, i, j]: from i to j
      const auto r2 = eval(sum(square(d), _0));
      const auto seen = r2 < sight * sight, close = r2 < distance * distance;
      const auto count = cast<double>(sum(seen, _1)); // each bird also sees itself
      v += 0.01 * sum(where(seen, d, 0.), _2) / count +
           0.05 * (sum(where(seen, v[_, newaxis], 0.), _2) / count - v) -
           0.05 * sum(where(close, d, 0.), _2);
      v *= minimum(1., fastest / sqrt(sum(square(v), _0)));
      x += v;
      x -= floor(x);
    }
    return std::tuple(eval(transpose(x)), eval(transpose(v)));
  }
};

struct by_hand {
  std::vector<double> x0, v0;
  int steps;
  explicit by_hand(const programs::size& s)
      : x0(programs::uniform<double>(1, 2 * s.n)), v0(programs::uniform<double>(2, 2 * s.n)),
        steps(s.steps) {
    for (double& v : v0)
      v = 0.02 * v - 0.01;
  }

  auto operator()() const {
    auto x = x0, v = v0, next = v0;
    const std::size_t n = x.size() / 2;
    for (int step = 0; step < steps; ++step) {
      BENCH_PARALLEL
      for (std::size_t i = 0; i < n; ++i) {
        double count = 0, to[2] = {}, along[2] = {}, away[2] = {};
        for (std::size_t j = 0; j < n; ++j) {
          const double dx = x[2 * j] - x[2 * i], dy = x[2 * j + 1] - x[2 * i + 1];
          const double r2 = dx * dx + dy * dy;
          if (r2 < sight * sight) {
            count += 1;
            to[0] += dx;
            to[1] += dy;
            along[0] += v[2 * j];
            along[1] += v[2 * j + 1];
            if (r2 < distance * distance) {
              away[0] += dx;
              away[1] += dy;
            }
          }
        }
        double w[2];
        for (std::size_t k = 0; k < 2; ++k)
          w[k] = v[2 * i + k] + 0.01 * to[k] / count + 0.05 * (along[k] / count - v[2 * i + k]) -
                 0.05 * away[k];
        const double slower = std::min(1., fastest / std::sqrt(w[0] * w[0] + w[1] * w[1]));
        next[2 * i] = w[0] * slower;
        next[2 * i + 1] = w[1] * slower;
      }
      std::swap(v, next);
      for (std::size_t i = 0; i < 2 * n; ++i) {
        x[i] += v[i];
        x[i] -= std::floor(x[i]);
      }
    }
    return std::tuple(std::move(x), std::move(v));
  }
};

} // namespace

programs::program programs::boids() {
  return make_program<with_stria, by_hand>("boids", "a flock of birds",
                                           {{"small", 100, 20}, {"large", 1000, 1}}, 1e-9);
}
