// SPDX-License-Identifier: BSL-1.0
// heat.cpp: heat that spreads over a plate: a point, and a picture of a spiral.
//
// usage: heat picture [steps]
#include "heat.hpp"

#include <stria/io/image.hpp>
#include <stria/show/colormap.hpp>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace heat {

using matrix = dtensor<double, 2>;

// Draws four frames of a spiral whose heat spreads, side by side in one picture.
void melt(const std::string& picture, int steps) {
  const auto x = linspace(-1.05, 1.05, 162);
  const auto y = x[_, newaxis];
  const auto r = hypot(y, x);
  const auto arms = sin(3. * arctan2(y, x) + 16. * r);
  matrix u = cast<double>((arms > 0.) & (r < 1.));

  std::vector<dtensor<float, 3>> frames;
  const double before = sum(inner(u));
  for (int frame = 0, step = 0; frame < 4; ++frame) {
    for (; step < steps * frame * frame / 9; ++step)
      advance(u);
    frames.push_back(colormap<float>(inner(u), inferno, {.low = 0, .high = 1}));
    frames.push_back(ones<float>(160, 6, 3));
  }
  frames.pop_back();
  std::printf("\na spiral, after %d steps: heat %.3f, before %.3f; hottest %.2f, coldest %.2f\n",
              steps, sum(inner(u)), before, max(u), min(u));
  save_image(picture, concat(_1, frames));
}

} // namespace heat

int main(int argc, char** argv) try {
  if (argc < 2)
    throw std::runtime_error("usage: heat picture [steps]");
  heat::spread_point(heat::matrix(81, 81), true);
  heat::melt(argv[1], argc > 2 ? std::atoi(argv[2]) : 240);
} catch (const std::exception& e) {
  std::fprintf(stderr, "heat: %s\n", e.what());
  return 1;
}
