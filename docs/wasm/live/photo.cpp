// SPDX-License-Identifier: BSL-1.0
// photo.cpp: a photograph and its reflection in moving water. The pointer chooses the time of
// day and the wind.
#include "live.hpp"

#include <cmath>

namespace live {
namespace {

tensor<std::uint8_t, dyn, dyn, 4> photograph; // the page stores it here

// shown
struct lake : animation {
  using picture = tensor<float, dyn, dyn, 3>; // rows, columns, and red, green, blue from 0 to 1
  index_t n;
  float time = 0.f, day = 1.f, wind = 0.6f;

  colors frame() override {
    time += 0.15f;
    picture p = cast<float>(photograph[ellipsis, range(_, _3)]) / 255.f;

    // The light of the evening is blue. Bright parts stay bright.
    const auto dark = day + (1.f - day) * tensor<float, 3>{0.25f, 0.3f, 0.55f};
    const auto grey = eval(0.3f * p[_, _, 0] + 0.6f * p[_, _, 1] + 0.1f * p[_, _, 2]);
    p = where(grey[_, _, newaxis] > 0.9f, p, p * dark);

    // The lower half mirrors the upper one: p[n // 2:] = water * p[rows, columns].
    const index_t h = n / 2;
    const auto y = arange<float>(n - h)[_, newaxis];
    const auto x = arange<float>(n);
    const auto ripple = wind * sqrt(y) * sin(60.f * time / (y + 30.f) + 0.05f * x + 3.f * time);
    const auto last = static_cast<float>(h - 1);
    const auto rows = eval(cast<index_t>(clip(last - y + ripple, 0.f, last)));
    p[range(h, _)] = eval(p[rows, arange(n)]) * tensor<float, 3>{0.6f, 0.75f, 0.85f};

    const auto edge = square(linspace<float>(-1.f, 1.f, n));
    return round(255.f * p * (1.f - 0.5f * edge * edge[_, newaxis])[_, _, newaxis]);
  }

  void touch(float row, float column) override {
    day = column / static_cast<float>(n);
    wind = 2.f * row / static_cast<float>(n);
  }

  explicit lake(index_t size);
};
// end

lake::lake(index_t size) : n(size) { photograph = zeros<std::uint8_t>(n, n, 4_c); }

extern "C" [[clang::export_name("photograph"), gnu::used]] std::uint8_t* photograph_data() {
  return photograph.data();
}

} // namespace

std::unique_ptr<animation> make(index_t n) { return std::make_unique<lake>(n); }

} // namespace live
