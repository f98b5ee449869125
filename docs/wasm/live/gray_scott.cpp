// SPDX-License-Identifier: BSL-1.0
// gray_scott.cpp: two substances that react and diffuse. The pointer paints the second one.
#include "live.hpp"

#include <utility>

namespace live {
namespace {

// shown
constexpr float feed = 0.037f, kill = 0.06f;

struct reaction : animation {
  matrix u, v, next_u, next_v;

  void step() {
    const auto m = range(1, -1);
    const auto rate = u[m, m] * square(v[m, m]);
    next_u[m, m] = u[m, m] + 0.16f * laplacian(u) - rate + feed * (1.f - u[m, m]);
    next_v[m, m] = v[m, m] + 0.08f * laplacian(v) + rate - (feed + kill) * v[m, m];
    std::swap(u, next_u);
    std::swap(v, next_v);
  }

  colors frame() override {
    for (int k = 0; k < 16; ++k)
      step();
    return colormap(v, inferno, {.low = 0, .high = 0.4});
  }

  void touch(float row, float column) override {
    v[distance2(v.extent(0), row, column) < 50.f] = 0.25f;
  }

  explicit reaction(index_t n);
};
// end

reaction::reaction(index_t n) : u(ones<float>(n, n)), v(zeros<float>(n, n)), next_u(u), next_v(v) {
  const auto half = static_cast<float>(n) / 2;
  touch(half, half);
  touch(half * 0.8f, half * 1.2f);
}

} // namespace

std::unique_ptr<animation> make(index_t n) { return std::make_unique<reaction>(n); }

} // namespace live
