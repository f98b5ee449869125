// SPDX-License-Identifier: BSL-1.0
// life.cpp: Conway's Game of Life. The pointer adds cells at random places.
#include "live.hpp"

namespace live {
namespace {

// shown
struct life : animation {
  dtensor<std::uint8_t, 2> b; // 1 is alive
  matrix glow;                // cells that have died fade slowly
  random::generator rng{1};

  colors frame() override {
    const slice low(_, -2), mid(1, -1), high(2, _);
    const auto neighbours = b[low, low] + b[low, mid] + b[low, high] + b[mid, low] + b[mid, high] +
                            b[high, low] + b[high, mid] + b[high, high];
    b[mid, mid] = (neighbours == 3) | (b[mid, mid] & (neighbours == 2));
    glow = where(b == 1, 1.f, 0.96f * glow);
    return colormap(glow, magma, {.low = 0, .high = 1});
  }

  void touch(float row, float column) override {
    const index_t n = b.extent(0);
    const auto some = random::uniform(rng, n, n) < 0.4;
    b[(distance2(n, row, column) < 80.f) & some] = 1;
  }

  explicit life(index_t n);
};
// end

life::life(index_t n)
    : b(cast<std::uint8_t>(random::uniform(rng, n, n) < 0.2)), glow(zeros<float>(n, n)) {
  b[0] = b[-1] = 0;
  b[_, 0] = b[_, -1] = 0;
}

} // namespace

std::unique_ptr<animation> make(index_t n) { return std::make_unique<life>(n); }

} // namespace live
