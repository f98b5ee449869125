// SPDX-License-Identifier: BSL-1.0
// nbody.cpp: three bodies follow each other along a figure of eight (after Chenciner and
// Montgomery). A batch axis has many such systems, each of which is pushed a little. A scatter adds
// the light of each body to its pixel.
//
// usage: nbody picture [systems]
#include <stria/stria.hpp>

#include <stria/io/image.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace nbody {

using namespace stria;

constexpr index_t bodies = 3;
inline constexpr dim systems{"systems"};
using state = tensor<double, systems, bodies, 2>; // the last axis has the coordinates

constexpr int steps = 600; // a period
constexpr double period = 6.32591398, dt = period / steps;

// All masses are 1, and so is the constant of gravity.
state acceleration(const state& x) {
  const auto d = x[_, newaxis] - x[_, _, newaxis]; // x[:, None] - x[:, :, None], from i to j
  const auto r2 = sum(square(d), _3) + 1e-12;      // not 0 if i == j, so the force is 0, not NaN
  return sum(pow(r2, -1.5)[ellipsis, newaxis] * d, _2);
}

// The energy of each system.
tensor<double, systems> energy(const state& x, const state& v) {
  const auto d = x[_, tensor{0, 0, 1}] - x[_, tensor{1, 2, 2}]; // the three pairs
  return 0.5 * sum(square(v), _1, _2) - sum(1. / sqrt(sum(square(d), _2)), _1);
}

void run(const std::string& picture, index_t count) {
  random::generator rng(1);
  const tensor<double, bodies, 2> start{
      {0.97000436, -0.24308753}, {-0.97000436, 0.24308753}, {0., 0.}};
  const tensor<double, bodies, 2> push{
      {0.4662036850, 0.4323657300}, {0.4662036850, 0.4323657300}, {-0.93240737, -0.86473146}};
  state x = broadcast_to(start, count, 3_c, 2_c);
  state v = push + 0.006 * random::normal(rng, count, 3_c, 2_c);
  v -= eval(mean(v, _1, keepdims)); // the centre of each system does not move
  v[0] = push;                      // the first system is not disturbed
  const auto at_first = eval(energy(x, v));

  constexpr index_t height = 360, width = 640;
  tensor<float, height, width, bodies> light;
  state a = acceleration(x);
  for (int step = 1; step <= steps; ++step) {
    v += 0.5 * dt * a;
    x += dt * v;
    a = acceleration(x);
    v += 0.5 * dt * a;

    // np.add.at(light, (rows, columns, [0, 1, 2]), glow), a channel for each body
    const float glow = std::exp(static_cast<float>(step - steps) / 250);
    const auto columns = cast<index_t>(clip(width / 2 + 260. * x[_, _, 0], 0., width - 1.));
    const auto rows = cast<index_t>(clip(height / 2 + 260. * x[_, _, 1], 0., height - 1.));
    light[rows, columns, arange(3)] += glow;

    if (step == steps / 3)
      std::printf("after a third of a period the bodies have changed places: %s\n",
                  allclose(x[0], start[tensor{2, 0, 1}], 0., 1e-3) ? "yes" : "no");
  }
  std::printf("after a period they are back: %s\n", allclose(x[0], start, 0., 1e-3) ? "yes" : "no");
  const auto at_last = eval(energy(x, v));
  std::printf("energy %.4f, in all systems the same to 1e-4: %s\n", at_last[0],
              allclose(at_first, at_last, 0., 1e-4) ? "yes" : "no");

  const tensor<float, bodies, 3> colours{{1.f, 0.35f, 0.1f}, {0.1f, 0.45f, 1.f}, {0.3f, 1.f, 0.3f}};
  const auto exposed = matmul(light, colours) * (5e4f / static_cast<float>(count * steps));
  save_image(picture, 1.f - exp(-exposed));
}

} // namespace nbody

int main(int argc, char** argv) try {
  if (argc < 2)
    throw std::runtime_error("usage: nbody picture [systems]");
  nbody::run(argv[1], argc > 2 ? std::atoi(argv[2]) : 1000);
} catch (const std::exception& e) {
  std::fprintf(stderr, "nbody: %s\n", e.what());
  return 1;
}
