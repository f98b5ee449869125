// SPDX-License-Identifier: BSL-1.0
// cavity.cpp: computes the steady flow of water in a square box whose lid moves. Each step is a
// stencil for the vorticity, and an exact solution of Poisson's equation by four matrix products.
// For the picture, index arrays follow the flow, and noise is smeared along it.
//
// usage: cavity picture [points along an edge] [pixels along an edge]
#include <stria/io/image.hpp>
#include <stria/show/colormap.hpp>
#include <stria/signal/zoom.hpp>
#include <stria/stria.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace cavity {

using namespace stria;

// The points along an edge of the box and the pixels along an edge of the picture. The extents of
// slices follow from the names, so a stencil that is off by one does not compile.
inline constexpr dim points{"points", at_least<3>}, pixels{"pixels"};
using field = tensor<double, points, points>;
using inner_field = tensor<double, points - 2, points - 2>;
using image = tensor<double, pixels, pixels>;

// The speed of the lid and the length of an edge are 1, so the Reynolds number is 100.
constexpr double viscosity = 0.01;

auto inner(auto& f) { return f[range(_1, -_1), range(_1, -_1)]; }
// Central differences along x and y, and the sum of the four neighbours minus 4 times the element.
auto along_x(auto& f) { return f[range(_1, -_1), range(_2, _)] - f[range(_1, -_1), range(_, -_2)]; }
auto along_y(auto& f) { return f[range(_2, _), range(_1, -_1)] - f[range(_, -_2), range(_1, -_1)]; }
auto laplacian(auto& f) {
  const auto m = range(_1, -_1);
  return f[range(_, -_2), m] + f[range(_2, _), m] + f[m, range(_, -_2)] + f[m, range(_2, _)] -
         4. * f[m, m];
}

// The flow at n x n points. Row 0 is at the bottom, and the last row at the lid.
struct flow {
  index_t n;
  double h = 1 / static_cast<double>(n - 1);
  field stream = zeros(n, n), vorticity = zeros(n, n), u = zeros(n, n), v = zeros(n, n);
  // Along each axis, the eigenvectors of the second difference are sines.
  tensor<double, points - 2> k = constants::pi * h * arange(1., static_cast<double>(n - 1));
  inner_field sines = sqrt(2 * h) * sin(k[_, newaxis] * arange(1., static_cast<double>(n - 1)));
  inner_field eigenvalues = (4. - 2. * cos(k) - 2. * cos(k)[_, newaxis]) / (h * h);

  void advance(double dt) {
    // The fluid sticks to the walls and to the lid.
    const double wall = -2 / (h * h);
    vorticity[0] = wall * stream[1];
    vorticity[_, 0] = wall * stream[_, 1];
    vorticity[_, -1] = wall * stream[_, -2];
    vorticity[-1] = wall * stream[-2] - 2 / h;
    inner(vorticity) +=
        dt * (viscosity / (h * h) * laplacian(vorticity) -
              (inner(u) * along_x(vorticity) + inner(v) * along_y(vorticity)) / (2 * h));

    // Solves laplacian(stream) / h^2 = -vorticity; stream is 0 at the walls.
    const inner_field waves = matmul(matmul(sines, inner(vorticity)), sines) / eigenvalues;
    inner(stream) = matmul(matmul(sines, waves), sines);
    inner(u) = along_y(stream) / (2 * h);
    inner(v) = -along_x(stream) / (2 * h);
  }
};

// Averages noise along the flow (line integral convolution).
image smear(const image& u, const image& v, int length) {
  random::generator rng(1);
  const index_t n = u.extent(0);
  const auto noise = random::uniform(rng, n, n);
  image total(n, n);
  for (const double direction : {1., -1.}) {
    const auto [rows, columns] = meshgrid_ij(arange<double>(n), arange<double>(n));
    image y = rows, x = columns;
    for (int step = 0; step < length; ++step) {
      const auto i = eval(clip(cast<index_t>(y), 0, n - 1));
      const auto j = eval(clip(cast<index_t>(x), 0, n - 1));
      total += noise[i, j];
      y += direction * v[i, j];
      x += direction * u[i, j];
    }
  }
  return total / (2. * length);
}

void run(const std::string& picture, index_t n, index_t edge) {
  flow f{n};
  f.u[-1] = 1.; // the lid
  const double dt = std::min(0.2 * f.h * f.h / viscosity, 0.015);
  for (double time = 0; time < 15; time += dt)
    f.advance(dt);

  const auto centre = eval(f.u[_, n / 2]);
  const auto slowest = argmin(centre), vortex = argmin(f.stream);
  std::printf("%2td x %2td points         here   Ghia, Ghia and Shin (1982)\n", n, n);
  std::printf("least u in the middle    %.2f  -0.21\n", min(centre));
  std::printf("  at y =                  %.2f   0.45\n", static_cast<double>(slowest) * f.h);
  std::printf("stream function, vortex  %.2f  -0.10\n", min(f.stream));
  std::printf("  at y =                  %.2f   0.73\n", static_cast<double>(vortex / n) * f.h);

  const double factor = static_cast<double>(edge) / static_cast<double>(n);
  const image u = zoom(f.u, factor), v = zoom(f.v, factor);
  const auto speed = eval(hypot(u, v));
  const auto still = maximum(speed, 1e-9);
  const auto streaks = smear(u / still, v / still, 14);
  const auto light = clip(0.5 + 3. * (streaks - 0.5), 0., 1.)[_, _, newaxis];
  const auto colours = colormap<float>(sqrt(speed), viridis, {.low = 0., .high = 0.8});
  save_image(picture, (colours * (0.35 + 0.9 * light))[rev()]);
}

} // namespace cavity

int main(int argc, char** argv) try {
  if (argc < 2)
    throw std::runtime_error("usage: cavity picture [points] [pixels]");
  cavity::run(argv[1], argc > 2 ? std::atoi(argv[2]) : 49, argc > 3 ? std::atoi(argv[3]) : 360);
} catch (const std::exception& e) {
  std::fprintf(stderr, "cavity: %s\n", e.what());
  return 1;
}
