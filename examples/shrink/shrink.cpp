// SPDX-License-Identifier: BSL-1.0
// shrink.cpp: makes a picture smaller. The pattern of reduce splits the axes and names the ones
// that remain, so each pixel of the result is the mean of a square of pixels.
//
// usage: shrink picture result factor
#include <stria/stria.hpp>

#include <stria/io/image.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

using namespace stria;

int main(int argc, char** argv) try {
  if (argc != 4)
    throw std::runtime_error("usage: shrink picture result factor");
  const index_t n = std::atoi(argv[3]);
  const auto p = load_image<float>(argv[1]);
  const index_t height = p.extent(0) / n, width = p.extent(1) / n;

  // Rows and columns at the end that do not fill a square are cut off.
  const auto whole = p[range(_, height * n), range(_, width * n)];
  const auto small =
      eval(reduce<"(h n) (w m) c -> h w c">(whole, mean, axis_size<"n">(n), axis_size<"m">(n)));
  save_image(argv[2], small);

  std::printf("%td x %td becomes %td x %td\n", p.extent(0), p.extent(1), height, width);
  const auto before = eval(mean(whole, _0, _1)), after = eval(mean(small, _0, _1));
  for (index_t c = 0; c < p.extent(2); ++c)
    std::printf("mean of channel %td: %.3f, before %.3f\n", c, double{after(c)}, double{before(c)});
} catch (const std::exception& e) {
  std::fprintf(stderr, "shrink: %s\n", e.what());
  return 1;
}
