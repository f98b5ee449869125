// SPDX-License-Identifier: BSL-1.0
// kmeans.cpp: shows a photograph in a few colours. k-means finds the palette. An index array has
// the colour of each pixel: with it, a scatter sums the pixels of each colour, and a gather paints
// the photograph with the palette. kmeans.py prints the same results, computed by NumPy.
//
// usage: kmeans photograph picture [n, to use every n-th pixel in each direction]
#include <stria/stria.hpp>

#include <stria/io/image.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace kmeans {

using namespace stria;

constexpr index_t colours = 12;
using pixels = tensor<float, dyn, 3>;
using palette = tensor<float, colours, 3>;

// For each pixel, the position of the nearest colour in the palette.
dtensor<index_t, 1> nearest(const pixels& p, const palette& centres) {
  return argmin(sum(square(p[_, newaxis] - centres), _2), _1);
}

// The sum of the squared distances between pixels and their colours.
double inertia(const pixels& p, const palette& centres, const dtensor<index_t, 1>& of) {
  return sum<double>(square(p - centres[of]));
}

palette find(const pixels& p) {
  // First colours: quantiles of each channel, np.quantile(p, (np.arange(12) + 0.5) / 12, 0).
  palette centres = quantile(p, (arange(colours) + 0.5) / double{colours}, _0);
  std::printf("turn  inertia\n");
  for (int turn = 1; turn <= 20; ++turn) {
    const auto of = nearest(p, centres);
    if (turn % 5 == 1)
      std::printf("%4d  %7.0f\n", turn, inertia(p, centres, of));
    palette total;
    tensor<float, colours> count;
    total[of] += p; // np.add.at(total, of, p)
    count[of] += 1.f;
    centres = total / maximum(count, 1.f)[_, newaxis];
  }
  return centres;
}

void run(const std::string& photograph, const std::string& picture, index_t step) {
  const auto all = load_image<float, dyn, dyn, 3>(photograph);
  const auto photo = eval(all[range(_, _, step), range(_, _, step)]);
  const index_t height = photo.extent(0), width = photo.extent(1);

  const pixels p = reshape(photo, -1, 3_c);
  const palette centres = find(p);
  const auto of = nearest(p, centres);
  const auto count = bincount(of);
  std::printf("last  %7.0f\n\nred   green blue  part of the photograph\n", inertia(p, centres, of));
  for (index_t k = 0; k < colours; ++k)
    std::printf("%.2f  %.2f  %.2f  %4.1f %%\n", double{centres[k, 0]}, double{centres[k, 1]},
                double{centres[k, 2]},
                100. * static_cast<double>(count(k)) / static_cast<double>(p.extent(0)));

  // The palette is above the photograph that is painted with it.
  const index_t band = height / 8;
  dtensor<float, 3> sheet = ones<float>(height + band + 4, width, 3);
  sheet[range(_, band)] = centres[arange(width) * colours / width];
  sheet[range(band + 4, _)] = centres[reshape(of, height, width)];
  save_image(picture, sheet);
}

} // namespace kmeans

int main(int argc, char** argv) try {
  if (argc < 3)
    throw std::runtime_error("usage: kmeans photograph picture [step]");
  kmeans::run(argv[1], argv[2], argc > 3 ? std::atoi(argv[3]) : 2);
} catch (const std::exception& e) {
  std::fprintf(stderr, "kmeans: %s\n", e.what());
  return 1;
}
