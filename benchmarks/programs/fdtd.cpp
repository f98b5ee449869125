// SPDX-License-Identifier: BSL-1.0
// Electromagnetic waves in two dimensions on Yee's grid (FDTD, the TM mode), with a source in the
// middle and a slab of glass.
#include "program.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr float courant = 0.5f;
float source(int step) { return std::sin(0.2f * static_cast<float>(step)); }

struct with_stria {
  dtensor<float, 2> permittivity;
  int steps;
  explicit with_stria(const programs::size& s)
      : permittivity(ones<float>(s.n, s.n)), steps(s.steps) {
    permittivity[_, range(s.n / 2 + 4, s.n / 2 + 12)] = 4.f;
  }

  auto operator()() const {
    const index n = permittivity.extent(0);
    const auto m = range(1, -1);
    const dtensor<float, 2> c = courant / permittivity;
    auto ez = zeros<float>(n, n), hx = zeros<float>(n, n - 1), hy = zeros<float>(n - 1, n);
    for (int step = 0; step < steps; ++step) {
      hx -= courant * (ez[_, range(1, _)] - ez[_, range(_, -1)]);
      hy += courant * (ez[range(1, _)] - ez[range(_, -1)]);
      ez[m, m] += c[m, m] * (hy[range(1, _), m] - hy[range(_, -1), m] - hx[m, range(1, _)] +
                             hx[m, range(_, -1)]);
      ez[n / 2, n / 2] += source(step);
    }
    return std::tuple(std::move(ez), std::move(hx), std::move(hy));
  }
};

struct by_hand {
  index n;
  std::vector<float> permittivity;
  int steps;
  explicit by_hand(const programs::size& s)
      : n(s.n), permittivity(static_cast<std::size_t>(n * n), 1.f), steps(s.steps) {
    for (index i = 0; i < n; ++i)
      for (index j = n / 2 + 4; j < n / 2 + 12; ++j)
        permittivity[static_cast<std::size_t>(i * n + j)] = 4;
  }

  auto operator()() const {
    const auto count = static_cast<std::size_t>(n * n);
    std::vector<float> c(count), ez(count), hx(count - static_cast<std::size_t>(n)),
        hy(count - static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < count; ++i)
      c[i] = courant / permittivity[i];
    for (int step = 0; step < steps; ++step) {
      magnetic(hx.data(), hy.data(), ez.data());
      electric(ez.data(), hx.data(), hy.data(), c.data());
      ez[static_cast<std::size_t>(n / 2 * n + n / 2)] += source(step);
    }
    return std::tuple(std::move(ez), std::move(hx), std::move(hy));
  }

private:
  void magnetic(float* __restrict hx, float* __restrict hy, const float* __restrict ez) const {
    BENCH_PARALLEL
    for (index i = 0; i < n; ++i) {
      const float *const e = ez + i * n, *const below = e + n;
      for (index j = 0; j < n - 1; ++j)
        hx[i * (n - 1) + j] -= courant * (e[j + 1] - e[j]);
      if (i < n - 1)
        for (index j = 0; j < n; ++j)
          hy[i * n + j] += courant * (below[j] - e[j]);
    }
  }

  void electric(float* __restrict ez, const float* __restrict hx, const float* __restrict hy,
                const float* __restrict c) const {
    BENCH_PARALLEL
    for (index i = 1; i < n - 1; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const float* const x = hx + i * (n - 1) + j;
        const float* const y = hy + i * n + j;
        ez[i * n + j] += c[i * n + j] * (y[0] - y[-n] - x[0] + x[-1]);
      }
  }
};

} // namespace

programs::program programs::fdtd() {
  return make_program<with_stria, by_hand>("fdtd", "electromagnetic waves on Yee's grid",
                                           {{"small", 64, 400}, {"large", 800, 8}}, 1e-5);
}
