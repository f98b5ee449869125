// SPDX-License-Identifier: BSL-1.0
// The wave equation in three dimensions, of 8th order in space: a stencil of 25 points.
#include "program.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace {

using programs::index;
using namespace stria;

// The weights of the second derivative, for the distances 0 to 4.
constexpr std::array<float, 5> w{-205 / 72.f, 8 / 5.f, -1 / 5.f, 8 / 315.f, -1 / 560.f};
constexpr float speed = 0.15f; // (c dt / dx)^2

float pulse(index n, index i, index j, index k) {
  const index x = i - n / 2, y = j - n / 2, z = k - n / 2;
  return std::exp(-0.1f * static_cast<float>(x * x + y * y + z * z));
}

struct with_stria {
  dtensor<float, 3> start;
  int steps;
  explicit with_stria(const programs::size& s)
      : start(from_function([&](index i, index j, index k) { return pulse(s.n, i, j, k); }, s.n,
                            s.n, s.n)),
        steps(s.steps) {}

  auto operator()() const {
    auto u = start, before = start;
    const auto at = [n = u.extent(0)](index shift) { return range(4 + shift, n - 4 + shift); };
    const auto m = at(0);
    const auto ring = [&](index d) {
      return u[at(-d), m, m] + u[at(d), m, m] + u[m, at(-d), m] + u[m, at(d), m] + u[m, m, at(-d)] +
             u[m, m, at(d)];
    };
    for (int step = 0; step < steps; ++step) {
      before[m, m, m] = 2.f * u[m, m, m] - before[m, m, m] +
                        speed * (3.f * w[0] * u[m, m, m] + w[1] * ring(1) + w[2] * ring(2) +
                                 w[3] * ring(3) + w[4] * ring(4));
      std::swap(u, before);
    }
    return u;
  }
};

struct by_hand {
  index n;
  std::vector<float> start;
  int steps;
  explicit by_hand(const programs::size& s) : n(s.n), steps(s.steps) {
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < n; ++j)
        for (index k = 0; k < n; ++k)
          start.push_back(pulse(n, i, j, k));
  }

  auto operator()() const {
    auto u = start, before = start;
    for (int step = 0; step < steps; ++step) {
      advance(before.data(), u.data());
      std::swap(u, before);
    }
    return u;
  }

private:
  void advance(float* __restrict before, const float* __restrict u) const {
    const index a = n * n, b = n;
    BENCH_PARALLEL
    for (index i = 4; i < n - 4; ++i)
      for (index j = 4; j < n - 4; ++j)
        for (index k = 4; k < n - 4; ++k) {
          const index c = i * a + j * b + k;
          float sum = 3 * w[0] * u[c];
          for (index d = 1; d <= 4; ++d)
            sum += w[static_cast<std::size_t>(d)] * (u[c - d * a] + u[c + d * a] + u[c - d * b] +
                                                     u[c + d * b] + u[c - d] + u[c + d]);
          before[c] = 2 * u[c] - before[c] + speed * sum;
        }
  }
};

} // namespace

programs::program programs::wave() {
  return make_program<with_stria, by_hand>("wave", "waves in three dimensions, 25 points",
                                           {{"small", 32, 60}, {"large", 160, 2}}, 1e-4);
}
