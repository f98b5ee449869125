// SPDX-License-Identifier: BSL-1.0
// mandelbrot.cpp: a zoom into the Mandelbrot set. The pointer moves the centre.
#include "live.hpp"

#include <cmath>
#include <tuple>

namespace live {
namespace {

// shown
struct zoom : animation {
  using vector = dtensor<float, 1>;
  index_t n;
  float row = 0.1318259f, column = -0.7436438f, height = 2.6f; // the centre, and the size

  // The number of steps of z = z * z + c until |z| > 4, for each point c of the picture.
  vector count() const {
    const auto at = height * (linspace<float>(0.f, 1.f, n) - 0.5f);
    vector a = tile(column + at, n), b = repeat(row + at, n), x = a, y = b;
    vector steps = zeros_like(a), all_steps = steps;
    dtensor<index_t, 1> inside = arange(n * n);
    const auto turns = static_cast<int>(8 - 6 * std::log10(height));
    for (int turn = 0; turn < turns; ++turn) {
      for (int k = 0; k < 8; ++k) {
        tie(x, y) = std::tuple(square(x) - square(y) + a, 2.f * x * y + b);
        steps += cast<float>(square(x) + square(y) < 16.f);
      }
      all_steps[inside] = steps;
      // Keep only the points that are still inside.
      const auto left = eval(square(x) + square(y) < 16.f);
      inside = eval(inside[left]);
      for (vector* part : {&a, &b, &x, &y, &steps})
        *part = eval((*part)[left]);
    }
    all_steps[inside] = NAN;
    return all_steps;
  }

  colors frame() override {
    height = height < 4e-4f ? 2.6f : 0.98f * height;
    constexpr color_map colours("0a0b2e1c4f9c5fb3d9f4fbf0ffc857d9652b6b1d4e1c0f3a");
    return colormap(reshape(log(count()), n, n), colours, {.nan = {8, 8, 24}});
  }

  void touch(float r, float c) override {
    row += 0.1f * height * (r / static_cast<float>(n) - 0.5f);
    column += 0.1f * height * (c / static_cast<float>(n) - 0.5f);
  }

  explicit zoom(index_t size) : n(size) {}
};
// end

} // namespace

std::unique_ptr<animation> make(index_t n) { return std::make_unique<zoom>(n); }

} // namespace live
