// SPDX-License-Identifier: BSL-1.0
// Flow past a cylinder by the lattice Boltzmann method (D2Q9), periodic in both directions.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr std::array<index, 9> cx{0, 0, 1, 1, 1, 0, -1, -1, -1}, cy{0, 1, 1, 0, -1, -1, -1, 0, 1},
    opposite{0, 5, 6, 7, 8, 1, 2, 3, 4};
constexpr std::array<float, 9> weight{4 / 9.f, 1 / 9.f,  1 / 36.f, 1 / 9.f, 1 / 36.f,
                                      1 / 9.f, 1 / 36.f, 1 / 9.f,  1 / 36.f};
constexpr float rate = 1 / 0.6f;

// Before the first step the fluid moves to the right; the axes are direction, y, x.
float first(index k, index y, index x) {
  return weight[static_cast<std::size_t>(k)] *
         (1 + 0.3f * static_cast<float>(cx[static_cast<std::size_t>(k)]) +
          0.001f * static_cast<float>((y * 7 + x * 3) % 11));
}
// Whether a cell is in the cylinder, in a field of n x 2n cells.
bool inside(index n, index y, index x) {
  const index dy = y - n / 2, dx = x - n / 2;
  return 64 * (dy * dy + dx * dx) < n * n;
}

struct with_stria {
  tensor<float, 9, dyn, dyn> start;
  dtensor<bool, 2> wall;
  int steps;
  explicit with_stria(const programs::size& s)
      : start(from_function(first, 9_c, s.n, 2 * s.n)),
        wall(from_function([&](index y, index x) { return inside(s.n, y, x); }, s.n, 2 * s.n)),
        steps(s.steps) {}

  auto operator()() const {
    auto f = start;
    dtensor<float, 2> density, ux, uy;
    const auto x = cast<float>(as_tensor(cx)), y = cast<float>(as_tensor(cy));
    for (int step = 0; step < steps; ++step) {
      for (std::size_t k = 1; k < 9; ++k)
        f[k] = roll(roll(f[k], cx[k], _1), cy[k], _0);
      const auto bounced = eval(f[opposite][_, wall]);

      density = sum(f, _0);
      ux = sum(x[_, newaxis, newaxis] * f, _0) / density;
      uy = sum(y[_, newaxis, newaxis] * f, _0) / density;
      for (std::size_t k = 0; k < 9; ++k) {
        const auto c = 3.f * (x(k) * ux + y(k) * uy);
        const auto equilibrium =
            weight[k] * density * (1.f + c + 0.5f * square(c) - 1.5f * (square(ux) + square(uy)));
        f[k] += rate * (equilibrium - f[k]);
      }
      f[_, wall] = bounced;
    }
    return f;
  }
};

struct by_hand {
  index n;
  std::vector<float> start;
  std::vector<char> wall;
  int steps;
  explicit by_hand(const programs::size& s) : n(s.n), steps(s.steps) {
    for (index k = 0; k < 9; ++k)
      for (index y = 0; y < n; ++y)
        for (index x = 0; x < 2 * n; ++x)
          start.push_back(first(k, y, x));
    for (index y = 0; y < n; ++y)
      for (index x = 0; x < 2 * n; ++x)
        wall.push_back(inside(n, y, x));
  }

  auto operator()() const {
    auto f = start, next = start;
    for (int step = 0; step < steps; ++step) {
      BENCH_PARALLEL
      for (index y = 0; y < n; ++y) {
        static STRIA_THREAD_LOCAL std::vector<float> buffer;
        buffer.assign(static_cast<std::size_t>(12 * 2 * n), 0.f);
        row(next.data(), f.data(), y, buffer.data());
      }
      std::swap(f, next);
    }
    return f;
  }

private:
  // Streams into row y and relaxes the row. `buffer` has 12 rows; the last three are 0.
  void row(float* __restrict to, const float* __restrict from, index y,
           float* __restrict buffer) const {
    const index width = 2 * n, plane = n * width;
    float *const density = buffer + 9 * width, *const ux = density + width, *const uy = ux + width;
    for (std::size_t k = 0; k < 9; ++k) {
      const index source = (y - cy[k] + n) % n, shift = (cx[k] + width) % width;
      const float* const f = from + static_cast<index>(k) * plane + source * width;
      float* const streamed = buffer + static_cast<index>(k) * width;
      std::copy_n(f, width - shift, streamed + shift);
      std::copy_n(f + width - shift, shift, streamed);
      const float fx = static_cast<float>(cx[k]), fy = static_cast<float>(cy[k]);
      for (index x = 0; x < width; ++x) {
        density[x] += streamed[x];
        ux[x] += fx * streamed[x];
        uy[x] += fy * streamed[x];
      }
    }
    for (index x = 0; x < width; ++x) {
      ux[x] /= density[x];
      uy[x] /= density[x];
    }
    const char* const solid = wall.data() + y * width;
    for (std::size_t k = 0; k < 9; ++k) {
      const float* const f = buffer + static_cast<index>(k) * width;
      const float* const back = buffer + opposite[k] * width;
      float* const t = to + static_cast<index>(k) * plane + y * width;
      const float fx = 3 * static_cast<float>(cx[k]), fy = 3 * static_cast<float>(cy[k]);
      for (index x = 0; x < width; ++x) {
        const float c = fx * ux[x] + fy * uy[x], square = ux[x] * ux[x] + uy[x] * uy[x];
        const float equilibrium = weight[k] * density[x] * (1 + c + 0.5f * c * c - 1.5f * square);
        t[x] = solid[x] ? back[x] : f[x] + rate * (equilibrium - f[x]);
      }
    }
  }
};

} // namespace

programs::program programs::lattice_boltzmann() {
  return make_program<with_stria, by_hand>("lattice_boltzmann", "D2Q9, flow past a cylinder",
                                           {{"small", 32, 50}, {"large", 256, 4}}, 1e-5);
}
