// SPDX-License-Identifier: BSL-1.0
// waves.cpp: waves in a basin with a wall that has two gaps. The pointer lifts the water.
#include "live.hpp"

#include <cmath>
#include <utility>

namespace live {
namespace {

// shown
struct basin : animation {
  matrix u, before; // the height of the water, now and one step ago
  dtensor<bool, 2> wall;
  int time = 0;

  void step() {
    const auto m = range(1, -1);
    before[m, m] = 1.996f * u[m, m] - 0.996f * before[m, m] + 0.2f * laplacian(u);
    before[wall] = 0.f;
    std::swap(u, before);
    u[_, 1] = 0.8f * std::sin(0.12f * static_cast<float>(++time)); // a source at the left
  }

  colors frame() override {
    for (int k = 0; k < 6; ++k)
      step();
    const auto shown = where(wall, constants::nan, u);
    return colormap(shown, coolwarm, {.low = -1, .high = 1, .nan = {40, 40, 48}});
  }

  void touch(float row, float column) override {
    u += 0.5f * exp(distance2(u.extent(0), row, column) / -20.f);
  }

  explicit basin(index_t n);
};
// end

basin::basin(index_t n) : u(zeros<float>(n, n)), before(u), wall(zeros<bool>(n, n)) {
  const index_t x = n / 5, y = n / 2, gap = n / 40, half = n / 10;
  wall[_, range(x, x + 3)] = true;
  for (const index_t at : {y - half, y + half})
    wall[range(at - gap, at + gap), range(x, x + 3)] = false;
}

} // namespace

std::unique_ptr<animation> make(index_t n) { return std::make_unique<basin>(n); }

} // namespace live
