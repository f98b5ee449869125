// SPDX-License-Identifier: BSL-1.0
// flow.cpp: water that flows around obstacles, by the lattice Boltzmann method (D2Q9). The pointer
// draws obstacles.
#include "live.hpp"

#include <array>

namespace live {
namespace {

// For each of nine directions: its step along x and y, its weight, and the opposite direction.
constexpr std::array<index_t, 9> cx{0, 0, 1, 1, 1, 0, -1, -1, -1}, cy{0, 1, 1, 0, -1, -1, -1, 0, 1},
    opposite{0, 5, 6, 7, 8, 1, 2, 3, 4};
constexpr std::array<float, 9> weight{4 / 9.f, 1 / 9.f,  1 / 36.f, 1 / 9.f, 1 / 36.f,
                                      1 / 9.f, 1 / 36.f, 1 / 9.f,  1 / 36.f};

// shown
struct flow : animation {
  tensor<float, 9, dyn, dyn> f; // how much of the water moves in each of nine directions
  matrix density, ux, uy;
  dtensor<bool, 2> wall;

  auto equilibrium(std::size_t k) const {
    const auto c = static_cast<float>(3 * cx[k]) * ux + static_cast<float>(3 * cy[k]) * uy;
    return weight[k] * density * (1.f + c + 0.5f * square(c) - 1.5f * (square(ux) + square(uy)));
  }

  void step() {
    for (std::size_t k = 1; k < 9; ++k)
      f[k] = roll(roll(f[k], cx[k], _1), cy[k], _0);
    const auto bounced = eval(f[opposite][_, wall]);
    density = sum(f, _0);
    ux = (f[2] + f[3] + f[4] - f[6] - f[7] - f[8]) / density;
    uy = (f[1] + f[2] + f[8] - f[4] - f[5] - f[6]) / density;
    ux[_, 0] = 0.13f; // the water enters at the left
    uy[_, 0] = 0.f;
    for (std::size_t k = 0; k < 9; ++k)
      f[k] += 1.85f * (equilibrium(k) - f[k]);
    f[_, wall] = bounced;
  }

  colors frame() override {
    for (int k = 0; k < 4; ++k)
      step();
    const slice m(1, -1), low(_, -2), high(2, _);
    matrix curl = zeros_like(ux);
    curl[m, m] = uy[m, high] - uy[m, low] - ux[high, m] + ux[low, m];
    const auto shown = where(wall, constants::nan, curl);
    return colormap(shown, coolwarm, {.low = -0.08, .high = 0.08, .nan = {40, 40, 48}});
  }

  void touch(float row, float column) override {
    wall |= distance2(wall.extent(0), row, column) < 12.f;
  }

  explicit flow(index_t n);
};
// end

flow::flow(index_t n)
    : f(zeros<float>(9_c, n, n)), density(ones<float>(n, n)), ux(full(0.13f, n, n)),
      uy(zeros<float>(n, n)), wall(zeros<bool>(n, n)) {
  for (std::size_t k = 0; k < 9; ++k)
    f[k] = equilibrium(k);
  const auto size = static_cast<float>(n);
  wall |= distance2(n, 0.48f * size, 0.22f * size) < square(size / 20);
}

} // namespace

std::unique_ptr<animation> make(index_t n) { return std::make_unique<flow>(n); }

} // namespace live
