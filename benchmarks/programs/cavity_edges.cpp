// SPDX-License-Identifier: BSL-1.0
// Lid-driven cavity flow, step 11 of Barba's "12 steps to Navier-Stokes", as there: each step
// begins with copies of the old arrays, and edges are copied in place.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr int pressure_steps = 20;
constexpr double rho = 1, nu = 0.1;

struct with_stria {
  index n;
  int steps;
  explicit with_stria(const programs::size& s) : n(s.n), steps(s.steps) {}

  auto operator()() const {
    const double h = 2. / static_cast<double>(n - 1), dt = 0.1 * h * h;
    dtensor<double, 2> u(n, n), v(n, n), p(n, n), b(n, n);
    const auto m = range(1, -1);
    const auto low = range(_, -2);
    const auto high = range(2, _);
    for (int step = 0; step < steps; ++step) {
      const auto ux = (u[m, high] - u[m, low]) / (2 * h), uy = (u[high, m] - u[low, m]) / (2 * h);
      const auto vx = (v[m, high] - v[m, low]) / (2 * h), vy = (v[high, m] - v[low, m]) / (2 * h);
      b[m, m] = rho * ((ux + vy) / dt - square(ux) - 2 * uy * vx - square(vy));

      for (int k = 0; k < pressure_steps; ++k) {
        const auto pn = p;
        p[m, m] = (pn[m, high] + pn[m, low] + pn[high, m] + pn[low, m] - h * h * b[m, m]) / 4;
        p[_, -1] = p[_, -2];
        p[0] = p[1];
        p[_, 0] = p[_, 1];
        p[-1] = 0;
      }

      const auto un = u, vn = v;
      u[m, m] =
          un[m, m] - un[m, m] * dt / h * (un[m, m] - un[m, low]) -
          vn[m, m] * dt / h * (un[m, m] - un[low, m]) -
          dt / (2 * rho * h) * (p[m, high] - p[m, low]) +
          nu * dt / (h * h) * (un[m, high] + un[m, low] + un[high, m] + un[low, m] - 4 * un[m, m]);
      v[m, m] =
          vn[m, m] - un[m, m] * dt / h * (vn[m, m] - vn[m, low]) -
          vn[m, m] * dt / h * (vn[m, m] - vn[low, m]) -
          dt / (2 * rho * h) * (p[high, m] - p[low, m]) +
          nu * dt / (h * h) * (vn[m, high] + vn[m, low] + vn[high, m] + vn[low, m] - 4 * vn[m, m]);
      u[0] = 0;
      u[_, 0] = 0;
      u[_, -1] = 0;
      u[-1] = 1;
      v[0] = 0;
      v[-1] = 0;
      v[_, 0] = 0;
      v[_, -1] = 0;
    }
    return std::tuple(std::move(u), std::move(v), std::move(p));
  }
};

struct by_hand {
  index n;
  int steps;
  explicit by_hand(const programs::size& s) : n(s.n), steps(s.steps) {}

  auto operator()() const {
    const double h = 2. / static_cast<double>(n - 1), dt = 0.1 * h * h;
    const auto count = static_cast<std::size_t>(n * n);
    std::vector<double> u(count), v(count), p(count), b(count);
    auto un = u, vn = v, pn = p;
    for (int step = 0; step < steps; ++step) {
      source(b.data(), u.data(), v.data(), h, dt);
      for (int k = 0; k < pressure_steps; ++k) {
        pn = p;
        relax(p.data(), pn.data(), b.data(), h);
      }
      un = u;
      vn = v;
      advance(u.data(), v.data(), un.data(), vn.data(), p.data(), h, dt);
    }
    return std::tuple(std::move(u), std::move(v), std::move(p));
  }

private:
  void source(double* __restrict b, const double* __restrict u, const double* __restrict v,
              double h, double dt) const {
    BENCH_PARALLEL
    for (index i = 1; i < n - 1; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const index c = i * n + j;
        const double ux = (u[c + 1] - u[c - 1]) / (2 * h), uy = (u[c + n] - u[c - n]) / (2 * h);
        const double vx = (v[c + 1] - v[c - 1]) / (2 * h), vy = (v[c + n] - v[c - n]) / (2 * h);
        b[c] = rho * ((ux + vy) / dt - ux * ux - 2 * uy * vx - vy * vy);
      }
  }

  void relax(double* __restrict p, const double* __restrict pn, const double* __restrict b,
             double h) const {
    BENCH_PARALLEL
    for (index i = 1; i < n - 1; ++i) {
      for (index j = 1; j < n - 1; ++j) {
        const index c = i * n + j;
        p[c] = (pn[c + 1] + pn[c - 1] + pn[c + n] + pn[c - n] - h * h * b[c]) / 4;
      }
      p[i * n] = p[i * n + 1];
      p[i * n + n - 1] = p[i * n + n - 2];
    }
    std::copy_n(p + n, n, p);
    std::fill_n(p + (n - 1) * n, n, 0.);
  }

  void advance(double* __restrict u, double* __restrict v, const double* __restrict un,
               const double* __restrict vn, const double* __restrict p, double h, double dt) const {
    const double a = dt / h, b = dt / (2 * rho * h), d = nu * dt / (h * h);
    BENCH_PARALLEL
    for (index i = 1; i < n - 1; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const index c = i * n + j;
        u[c] = un[c] - un[c] * a * (un[c] - un[c - 1]) - vn[c] * a * (un[c] - un[c - n]) -
               b * (p[c + 1] - p[c - 1]) +
               d * (un[c + 1] + un[c - 1] + un[c + n] + un[c - n] - 4 * un[c]);
        v[c] = vn[c] - un[c] * a * (vn[c] - vn[c - 1]) - vn[c] * a * (vn[c] - vn[c - n]) -
               b * (p[c + n] - p[c - n]) +
               d * (vn[c + 1] + vn[c - 1] + vn[c + n] + vn[c - n] - 4 * vn[c]);
      }
    std::fill_n(u + (n - 1) * n, n, 1.);
  }
};

} // namespace

programs::program programs::cavity_edges() {
  return make_program<with_stria, by_hand>("cavity_edges", "lid-driven cavity flow in place",
                                           {{"small", 41, 40}, {"large", 257, 4}}, 1e-10);
}
