// SPDX-License-Identifier: BSL-1.0
// A shear layer rolls up into vortices: lattice Boltzmann method (D2Q9), periodic. The nine
// populations of a cell are adjacent in memory.
#include "program.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr std::array<index, 9> cx{0, 0, 1, 1, 1, 0, -1, -1, -1}, cy{0, 1, 1, 0, -1, -1, -1, 0, 1};
constexpr std::array<double, 9> weight{4 / 9., 1 / 9.,  1 / 36., 1 / 9., 1 / 36.,
                                       1 / 9., 1 / 36., 1 / 9.,  1 / 36.};
constexpr double rate = 1 / 0.6;

// Before the first step, a layer in the middle flows to the right; the axes are y, x, direction.
double first(index n, index y, index x, index k) {
  const double wave =
      std::sin(2 * std::numbers::pi * static_cast<double>(x) / static_cast<double>(n));
  const auto i = static_cast<std::size_t>(k);
  const double right = y > n / 4 && y < 3 * n / 4 ? 0.1 : -0.1;
  return weight[i] *
         (1 + 3 * right * static_cast<double>(cx[i]) + 0.01 * wave * static_cast<double>(cy[i]));
}

struct with_stria {
  tensor<double, dyn, dyn, 9> start;
  int steps;
  explicit with_stria(const programs::size& s)
      : start(from_function([&](index y, index x, index k) { return first(s.n, y, x, k); }, s.n,
                            s.n, 9_c)),
        steps(s.steps) {}

  auto operator()() const {
    auto f = start, balanced = start;
    const auto x = cast<double>(as_tensor(cx)), y = cast<double>(as_tensor(cy));
    for (int step = 0; step < steps; ++step) {
      for (std::size_t k = 1; k < 9; ++k)
        f[_, _, k] = roll(f[_, _, k], {cy[k], cx[k]}, _0, _1);
      const auto density = eval(sum(f, _2));
      const auto ux = eval(sum(f * x, _2) / density), uy = eval(sum(f * y, _2) / density);
      for (std::size_t k = 0; k < 9; ++k) {
        const auto c = 3. * (x(k) * ux + y(k) * uy);
        balanced[_, _, k] =
            weight[k] * density * (1. + c + square(c) / 2. - 1.5 * (square(ux) + square(uy)));
      }
      f += rate * (balanced - f);
    }
    return f;
  }
};

struct by_hand {
  index n;
  std::vector<double> start;
  int steps;
  explicit by_hand(const programs::size& s) : n(s.n), steps(s.steps) {
    for (index y = 0; y < n; ++y)
      for (index x = 0; x < n; ++x)
        for (index k = 0; k < 9; ++k)
          start.push_back(first(n, y, x, k));
  }

  auto operator()() const {
    auto f = start, next = start;
    for (int step = 0; step < steps; ++step) {
      advance(next.data(), f.data());
      std::swap(f, next);
    }
    return f;
  }

private:
  void advance(double* __restrict to, const double* __restrict f) const {
    BENCH_PARALLEL
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < n; ++j) {
        double q[9], density = 0, ux = 0, uy = 0;
        for (std::size_t k = 0; k < 9; ++k) {
          const index from = i - cy[k] + (i < cy[k] ? n : i - cy[k] == n ? -n : 0);
          const index at = j - cx[k] + (j < cx[k] ? n : j - cx[k] == n ? -n : 0);
          q[k] = f[(from * n + at) * 9 + static_cast<index>(k)];
          density += q[k];
          ux += static_cast<double>(cx[k]) * q[k];
          uy += static_cast<double>(cy[k]) * q[k];
        }
        ux /= density;
        uy /= density;
        for (std::size_t k = 0; k < 9; ++k) {
          const double c = 3 * (static_cast<double>(cx[k]) * ux + static_cast<double>(cy[k]) * uy);
          const double balanced =
              weight[k] * density * (1 + c + c * c / 2 - 1.5 * (ux * ux + uy * uy));
          to[(i * n + j) * 9 + static_cast<index>(k)] = q[k] + rate * (balanced - q[k]);
        }
      }
  }
};

} // namespace

programs::program programs::shear_layer() {
  return make_program<with_stria, by_hand>("shear_layer", "D2Q9, a shear layer",
                                           {{"small", 32, 50}, {"large", 256, 4}}, 1e-10);
}
