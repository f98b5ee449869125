// SPDX-License-Identifier: BSL-1.0
// A flock in the plane, by the distances of all pairs and sums under masks.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr double sight = 0.2, distance = 0.05;

struct with_stria {
  dtensor<double, 1> x0, y0;
  int steps;
  explicit with_stria(const programs::size& s)
      : x0(as_tensor(programs::uniform<double>(1, s.n))),
        y0(as_tensor(programs::uniform<double>(2, s.n))), steps(s.steps) {}

  auto operator()() const {
    auto x = x0, y = y0;
    dtensor<double, 1> u = 0.01 * (y - 0.5), v = 0.01 * (0.5 - x);
    for (int step = 0; step < steps; ++step) {
      const auto dx = x - x[_, newaxis], dy = y - y[_, newaxis]; // [i, j]: from i to j
      const auto d = hypot(dx, dy);
      const auto seen = d < sight, close = d < distance;
      const auto count = eval(cast<double>(count_nonzero(seen, _1))); // each also sees itself
      const auto to_x = 0.01 * sum(where(seen, dx, 0.), _1) / count;
      const auto to_y = 0.01 * sum(where(seen, dy, 0.), _1) / count;
      const auto along_x = 0.05 * (sum(where(seen, u, 0.), _1) / count - u);
      const auto along_y = 0.05 * (sum(where(seen, v, 0.), _1) / count - v);
      u += to_x + along_x - 0.05 * sum(where(close, dx, 0.), _1);
      v += to_y + along_y - 0.05 * sum(where(close, dy, 0.), _1);
      x += u;
      y += v;
    }
    return std::tuple(std::move(x), std::move(y));
  }
};

struct by_hand {
  std::vector<double> x0, y0;
  int steps;
  explicit by_hand(const programs::size& s)
      : x0(programs::uniform<double>(1, s.n)), y0(programs::uniform<double>(2, s.n)),
        steps(s.steps) {}

  auto operator()() const {
    auto x = x0, y = y0, u = x0, v = y0;
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
      u[i] = 0.01 * (y[i] - 0.5);
      v[i] = 0.01 * (0.5 - x[i]);
    }
    auto next_u = u, next_v = v;
    for (int step = 0; step < steps; ++step) {
      BENCH_PARALLEL
      for (std::size_t i = 0; i < n; ++i) {
        double count = 0, to_x = 0, to_y = 0, along_x = 0, along_y = 0, away_x = 0, away_y = 0;
        for (std::size_t j = 0; j < n; ++j) {
          const double dx = x[j] - x[i], dy = y[j] - y[i], d = std::sqrt(dx * dx + dy * dy);
          if (d < sight) {
            count += 1;
            to_x += dx;
            to_y += dy;
            along_x += u[j];
            along_y += v[j];
            if (d < distance) {
              away_x += dx;
              away_y += dy;
            }
          }
        }
        next_u[i] = u[i] + 0.01 * to_x / count + 0.05 * (along_x / count - u[i]) - 0.05 * away_x;
        next_v[i] = v[i] + 0.01 * to_y / count + 0.05 * (along_y / count - v[i]) - 0.05 * away_y;
      }
      std::swap(u, next_u);
      std::swap(v, next_v);
      for (std::size_t i = 0; i < n; ++i) {
        x[i] += u[i];
        y[i] += v[i];
      }
    }
    return std::tuple(std::move(x), std::move(y));
  }
};

} // namespace

programs::program programs::flock() {
  return make_program<with_stria, by_hand>("flock", "a flock, by distances and masks",
                                           {{"small", 100, 20}, {"large", 1000, 1}}, 1e-9);
}
