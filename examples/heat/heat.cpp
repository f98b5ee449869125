// SPDX-License-Identifier: BSL-1.0
// heat.cpp: computes how heat spreads over a plate with insulated edges. The stencil reads the
// target of the assignment. The result is as if the right side had been computed first, although
// only a few rows are buffered.
//
// usage: heat picture [steps]
#include <stria/stria.hpp>

#include <stria/io/image.hpp>
#include <stria/show/colormap.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace heat {

using namespace stria;
using matrix = dtensor<double, 2>;

constexpr double rate = 0.2; // diffusivity * dt / h^2; the scheme is unstable above 0.25

auto inner(auto& u) { return u[range(1, -1), range(1, -1)]; }

// The sum of the four neighbours minus four times the element, for all elements except the border.
auto laplacian(const matrix& u) {
  const auto m = range(1, -1);
  return u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] + u[m, range(2, _)] -
         4. * u[m, m];
}

void advance(matrix& u) {
  inner(u) += rate * laplacian(u); // u[1:-1, 1:-1] += rate * laplacian(u)
  // The border gets the values of its neighbours. Without a difference, no heat flows.
  u[0] = u[1];
  u[-1] = u[-2];
  u[_, 0] = u[_, 1];
  u[_, -1] = u[_, -2];
}

// The heat of a point spreads out into a bell curve. Its variance along each axis grows by 2 * rate
// per step.
void spread_point() {
  matrix u(81, 81);
  u[40, 40] = 1.;
  const auto x = arange(81) - 40.;
  std::printf("a hot point\nstep  heat      variance  expected\n");
  for (int step = 0; step <= 60; ++step, advance(u))
    if (step % 20 == 0) {
      const double heat = sum(inner(u)), variance = sum(u * x * x) / heat;
      std::printf("%4d  %.6f  %8.3f  %8.3f\n", step, heat, variance, 2 * rate * step);
    }
}

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
  heat::spread_point();
  heat::melt(argv[1], argc > 2 ? std::atoi(argv[2]) : 240);
} catch (const std::exception& e) {
  std::fprintf(stderr, "heat: %s\n", e.what());
  return 1;
}
