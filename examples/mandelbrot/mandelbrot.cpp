// SPDX-License-Identifier: BSL-1.0
// mandelbrot.cpp: counts the steps that z = z^2 + c needs to leave a circle, for each point c of
// the complex plane. A boolean mask selects the points that are still inside, and only these points
// are updated.
//
// usage: mandelbrot picture [rows]
#include <stria/stria.hpp>

#include <stria/io/image.hpp>
#include <stria/show/colormap.hpp>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace mandelbrot {

using namespace stria;
using complex = std::complex<double>;

constexpr int steps = 200;
constexpr double radius = 8, height = 2.4, left = -2.35;

struct escape {
  dtensor<complex, 2> z;
  dtensor<int, 2> count;
};

// Each element of c is a point.
escape iterate(const dtensor<complex, 2>& c) {
  auto z = zeros_like(c);
  auto count = zeros<int>(c.extent(0), c.extent(1));
  for (int step = 0; step < steps; ++step) {
    const auto inside = eval(abs(z) <= radius);
    z[inside] = z[inside] * z[inside] + c[inside]; // z[inside] = z[inside] ** 2 + c[inside]
    count[inside] += 1;
  }
  return {z, count};
}

void run(const std::string& picture, index_t rows) {
  // x + 1j * y[:, None], symmetric about the real axis.
  const index_t columns = rows * 4 / 3;
  const double h = height / static_cast<double>(rows);
  const auto y = (arange(rows) - static_cast<double>(rows - 1) / 2) * h;
  const auto x = left + (arange(columns) + 0.5) * h;
  const dtensor<complex, 2> c = x + complex(0, 1) * y[_, newaxis];

  const auto [z, count] = iterate(c);
  const auto inside = eval(count == steps);

  // Adds the fraction of a step, computed from the distance of the point, so that colours have no
  // edges.
  const auto smooth = count + 3. - log2(log2(maximum(abs(z), 2.)));
  constexpr color_map colors("0a0b2e1c4f9c5fb3d9f4fbf0ffc857d9652b6b1d4e1c0f3a");
  save_image(picture, colormap(where(inside, constants::nan, log(smooth)), colors,
                               {.low = 1.3, .high = 3.6, .nan = {8, 8, 24}}));

  const auto known = iterate(tensor<complex, 1, 4>{{0., -1., 1., complex(0, 2)}}).count;
  std::printf("steps from 0, -1, 1 and 2i: %d %d %d %d\n", known[0, 0], known[0, 1], known[0, 2],
              known[0, 3]);
  std::printf("the upper half mirrors the lower: %s\n",
              all_of(count == count[rev()]) ? "yes" : "no");
  std::printf("the area of the set: %.1f, by other programs 1.5066\n",
              mean(inside) * h * h * static_cast<double>(inside.size()));
}

} // namespace mandelbrot

int main(int argc, char** argv) try {
  if (argc < 2)
    throw std::runtime_error("usage: mandelbrot picture [rows]");
  mandelbrot::run(argv[1], argc > 2 ? std::atoi(argv[2]) : 360);
} catch (const std::exception& e) {
  std::fprintf(stderr, "mandelbrot: %s\n", e.what());
  return 1;
}
