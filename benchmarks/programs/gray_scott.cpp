// SPDX-License-Identifier: BSL-1.0
// Reaction and diffusion of two substances, after Gray and Scott. The border does not change.
#include "program.hpp"

#include <stria/stria.hpp>

#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr float du = 0.16f, dv = 0.08f, feed = 0.06f, kill = 0.062f;

struct with_stria {
  dtensor<float, 2> u0, v0;
  int steps;
  explicit with_stria(const programs::size& s)
      : u0(ones<float>(s.n, s.n)), v0(zeros<float>(s.n, s.n)), steps(s.steps) {
    const auto spot = range(s.n / 2 - s.n / 8, s.n / 2 + s.n / 8);
    u0[spot, spot] = 0.5f;
    v0[spot, spot] = 0.25f;
  }

  static auto inner(auto& f) { return f[range(1, -1), range(1, -1)]; }
  static auto laplacian(const auto& f) {
    const auto m = range(1, -1);
    return f[range(_, -2), m] + f[range(2, _), m] + f[m, range(_, -2)] + f[m, range(2, _)] -
           4.f * f[m, m];
  }

  auto operator()() const {
    auto u = u0, v = v0, next_u = u0, next_v = v0;
    for (int step = 0; step < steps; ++step) {
      const auto ui = inner(u), vi = inner(v);
      const auto reaction = ui * vi * vi;
      inner(next_u) = ui + du * laplacian(u) - reaction + feed * (1.f - ui);
      inner(next_v) = vi + dv * laplacian(v) + reaction - (feed + kill) * vi;
      std::swap(u, next_u);
      std::swap(v, next_v);
    }
    return std::tuple(std::move(u), std::move(v));
  }
};

struct by_hand {
  index n;
  std::vector<float> u0, v0;
  int steps;
  explicit by_hand(const programs::size& s) : n(s.n), steps(s.steps) {
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < n; ++j) {
        const auto in = [&](index k) { return k >= n / 2 - n / 8 && k < n / 2 + n / 8; };
        u0.push_back(in(i) && in(j) ? 0.5f : 1.f);
        v0.push_back(in(i) && in(j) ? 0.25f : 0.f);
      }
  }

  auto operator()() const {
    auto u = u0, v = v0, u_next = u0, v_next = v0;
    for (int step = 0; step < steps; ++step) {
      advance(u_next.data(), v_next.data(), u.data(), v.data());
      std::swap(u, u_next);
      std::swap(v, v_next);
    }
    return std::tuple(std::move(u), std::move(v));
  }

private:
  void advance(float* __restrict u_next, float* __restrict v_next, const float* __restrict u,
               const float* __restrict v) const {
    BENCH_PARALLEL
    for (index i = 1; i < n - 1; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const index c = i * n + j;
        const float reaction = u[c] * v[c] * v[c];
        const float lu = u[c - n] + u[c + n] + u[c - 1] + u[c + 1] - 4 * u[c];
        const float lv = v[c - n] + v[c + n] + v[c - 1] + v[c + 1] - 4 * v[c];
        u_next[c] = u[c] + du * lu - reaction + feed * (1 - u[c]);
        v_next[c] = v[c] + dv * lv + reaction - (feed + kill) * v[c];
      }
  }
};

} // namespace

programs::program programs::gray_scott() {
  return make_program<with_stria, by_hand>("gray_scott", "reaction and diffusion",
                                           {{"small", 64, 400}, {"large", 800, 8}}, 1e-4);
}
