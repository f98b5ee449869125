// SPDX-License-Identifier: BSL-1.0
// Counts the steps until z = z^2 + c leaves the circle of radius 2.
#include "program.hpp"

#include <stria/stria.hpp>

namespace {

using programs::index;
using namespace stria;

constexpr double left = -2, right = 1, top = -1.5, bottom = 1.5;

struct with_stria {
  index n;
  int steps;
  explicit with_stria(const programs::size& s) : n(s.n), steps(s.steps) {}

  auto operator()() const {
    const auto cx = linspace(left, right, n);
    const auto cy = linspace(top, bottom, n)[_, newaxis];
    const auto escape = [](double a, double b, int most) {
      double x = 0, y = 0;
      int k = 0;
      for (; k < most && x * x + y * y <= 4; ++k) {
        const double next = x * x - y * y + a;
        y = 2 * x * y + b;
        x = next;
      }
      return k;
    };
    return eval(map(escape, cx, cy, steps));
  }
};

struct by_hand {
  index n;
  int steps;
  explicit by_hand(const programs::size& s) : n(s.n), steps(s.steps) {}

  auto operator()() const {
    std::vector<int> count(static_cast<std::size_t>(n * n));
    const double dx = (right - left) / static_cast<double>(n - 1),
                 dy = (bottom - top) / static_cast<double>(n - 1);
    BENCH_PARALLEL
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < n; ++j) {
        const double cx = left + static_cast<double>(j) * dx,
                     cy = top + static_cast<double>(i) * dy;
        double x = 0, y = 0;
        int k = 0;
        for (; k < steps && x * x + y * y <= 4; ++k) {
          const double next = x * x - y * y + cx;
          y = 2 * x * y + cy;
          x = next;
        }
        count[static_cast<std::size_t>(i * n + j)] = k;
      }
    return count;
  }
};

} // namespace

programs::program programs::mandelbrot() {
  return make_program<with_stria, by_hand>("mandelbrot", "escape times",
                                           {{"small", 100, 50}, {"large", 500, 50}}, 0);
}
