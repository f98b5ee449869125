// SPDX-License-Identifier: BSL-1.0
// Lid-driven cavity flow, step 11 of Barba's "12 steps to Navier-Stokes".
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

  static auto middle(auto& f) { return f[range(1, -1), range(1, -1)]; }
  static auto left(auto& f) { return f[range(1, -1), range(_, -2)]; }
  static auto right(auto& f) { return f[range(1, -1), range(2, _)]; }
  static auto below(auto& f) { return f[range(_, -2), range(1, -1)]; }
  static auto above(auto& f) { return f[range(2, _), range(1, -1)]; }

  auto operator()() const {
    const double h = 2. / static_cast<double>(n - 1), dt = 0.1 * h * h;
    auto u = zeros<double>(n, n), v = u, p = u, next_u = u, next_v = u, next_p = u;
    auto b = zeros<double>(n - 2, n - 2);
    next_u[-1] = 1; // the lid
    for (int step = 0; step < steps; ++step) {
      const auto ux = (right(u) - left(u)) / (2 * h), uy = (above(u) - below(u)) / (2 * h);
      const auto vx = (right(v) - left(v)) / (2 * h), vy = (above(v) - below(v)) / (2 * h);
      b = rho * ((ux + vy) / dt - square(ux) - 2 * uy * vx - square(vy));

      for (int k = 0; k < pressure_steps; ++k) {
        middle(next_p) = (right(p) + left(p) + above(p) + below(p) - h * h * b) / 4;
        next_p[_, -1] = next_p[_, -2];
        next_p[0] = next_p[1];
        next_p[_, 0] = next_p[_, 1];
        next_p[-1] = 0;
        std::swap(p, next_p);
      }

      const auto uc = middle(u), vc = middle(v);
      middle(next_u) = uc - uc * dt / h * (uc - left(u)) - vc * dt / h * (uc - below(u)) -
                       dt / (2 * rho * h) * (right(p) - left(p)) +
                       nu * dt / (h * h) * (right(u) + left(u) + above(u) + below(u) - 4 * uc);
      middle(next_v) = vc - uc * dt / h * (vc - left(v)) - vc * dt / h * (vc - below(v)) -
                       dt / (2 * rho * h) * (above(p) - below(p)) +
                       nu * dt / (h * h) * (right(v) + left(v) + above(v) + below(v) - 4 * vc);
      std::swap(u, next_u);
      std::swap(v, next_v);
      if (step == 0)
        next_u[-1] = 1;
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
    std::vector<double> u_next(count), v_next(count), p_next(count);
    for (int step = 0; step < steps; ++step) {
      source(b.data(), u.data(), v.data(), h, dt);
      for (int k = 0; k < pressure_steps; ++k) {
        relax(p_next.data(), p.data(), b.data(), h);
        std::swap(p, p_next);
      }
      advance(u_next.data(), v_next.data(), u.data(), v.data(), p.data(), h, dt);
      std::swap(u, u_next);
      std::swap(v, v_next);
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

  void relax(double* __restrict next, const double* __restrict p, const double* __restrict b,
             double h) const {
    BENCH_PARALLEL
    for (index i = 1; i < n - 1; ++i) {
      for (index j = 1; j < n - 1; ++j) {
        const index c = i * n + j;
        next[c] = (p[c + 1] + p[c - 1] + p[c + n] + p[c - n] - h * h * b[c]) / 4;
      }
      next[i * n] = next[i * n + 1];
      next[i * n + n - 1] = next[i * n + n - 2];
    }
    std::copy_n(next + n, n, next);
    std::fill_n(next + (n - 1) * n, n, 0.);
  }

  void advance(double* __restrict u_next, double* __restrict v_next, const double* __restrict u,
               const double* __restrict v, const double* __restrict p, double h, double dt) const {
    const double a = dt / h, b = dt / (2 * rho * h), d = nu * dt / (h * h);
    BENCH_PARALLEL
    for (index i = 1; i < n - 1; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const index c = i * n + j;
        u_next[c] = u[c] - u[c] * a * (u[c] - u[c - 1]) - v[c] * a * (u[c] - u[c - n]) -
                    b * (p[c + 1] - p[c - 1]) +
                    d * (u[c + 1] + u[c - 1] + u[c + n] + u[c - n] - 4 * u[c]);
        v_next[c] = v[c] - u[c] * a * (v[c] - v[c - 1]) - v[c] * a * (v[c] - v[c - n]) -
                    b * (p[c + n] - p[c - n]) +
                    d * (v[c + 1] + v[c - 1] + v[c + n] + v[c - n] - 4 * v[c]);
      }
    std::fill_n(u_next + (n - 1) * n, n, 1.);
  }
};

} // namespace

programs::program programs::cavity_flow() {
  return make_program<with_stria, by_hand>("cavity_flow", "lid-driven cavity flow",
                                           {{"small", 64, 40}, {"large", 400, 8}}, 1e-10);
}
