// SPDX-License-Identifier: BSL-1.0
// Bodies that attract each other: forces between all pairs, leapfrog steps.
#include "program.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr double softening = 0.01, dt = 0.001;

struct with_stria {
  tensor<double, 3, dyn> x0; // the long axis is the last one
  dtensor<double, 1> mass;
  int steps;
  explicit with_stria(const programs::size& s)
      : x0(transpose(reshape(as_tensor(programs::uniform<double>(1, 3 * s.n)), s.n, 3_c))),
        mass(as_tensor(programs::uniform<double>(2, s.n))), steps(s.steps) {}

  auto acceleration(const auto& x) const {
    const auto d = x[_, newaxis] - x[_, _, newaxis]; // [k, i, j]: from i to j
    const auto r2 = sum(square(d), _0) + softening;
    return eval(sum(mass * pow(r2, -1.5) * d, _2));
  }

  auto operator()() const {
    auto x = x0, v = zeros_like(x0), a = acceleration(x);
    for (int step = 0; step < steps; ++step) {
      v += 0.5 * dt * a;
      x += dt * v;
      a = acceleration(x);
      v += 0.5 * dt * a;
    }
    return std::tuple(eval(transpose(x)), eval(transpose(v)));
  }
};

struct by_hand {
  using vectors = std::array<std::vector<double>, 3>; // x, y and z are separate
  vectors x0;
  std::vector<double> mass;
  int steps;
  explicit by_hand(const programs::size& s)
      : mass(programs::uniform<double>(2, s.n)), steps(s.steps) {
    const auto x = programs::uniform<double>(1, 3 * s.n);
    for (std::size_t i = 0; i < x.size(); ++i)
      x0[i % 3].push_back(x[i]);
  }

  auto operator()() const {
    const std::size_t n = mass.size();
    const std::vector<double> zero(n);
    vectors x = x0, v{zero, zero, zero}, a = v;
    accelerate(a, x);
    for (int step = 0; step < steps; ++step) {
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < n; ++i) {
          v[k][i] += 0.5 * dt * a[k][i];
          x[k][i] += dt * v[k][i];
        }
      accelerate(a, x);
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < n; ++i)
          v[k][i] += 0.5 * dt * a[k][i];
    }
    return std::tuple(rows(x), rows(v));
  }

private:
  void accelerate(vectors& a, const vectors& r) const {
    const std::size_t n = mass.size();
    const double *const x = r[0].data(), *const y = r[1].data(), *const z = r[2].data();
    BENCH_PARALLEL
    for (std::size_t i = 0; i < n; ++i) {
      double ax = 0, ay = 0, az = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        const double r2 = dx * dx + dy * dy + dz * dz + softening;
        const double f = mass[j] / (r2 * std::sqrt(r2));
        ax += f * dx;
        ay += f * dy;
        az += f * dz;
      }
      a[0][i] = ax;
      a[1][i] = ay;
      a[2][i] = az;
    }
  }
  static std::vector<double> rows(const vectors& v) {
    std::vector<double> out;
    for (std::size_t i = 0; i < v[0].size(); ++i)
      out.insert(out.end(), {v[0][i], v[1][i], v[2][i]});
    return out;
  }
};

} // namespace

programs::program programs::n_body() {
  return make_program<with_stria, by_hand>("n_body", "gravity between all pairs",
                                           {{"small", 100, 20}, {"large", 1000, 1}}, 1e-9);
}
