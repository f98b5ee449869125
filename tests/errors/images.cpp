// SPDX-License-Identifier: BSL-1.0
// Image files
#include <stria/stria.hpp>

#include <stria/io/image.hpp>

using namespace stria;

// expect: a picture has the shape (rows, columns) or
void load_image_rank() {
#ifdef WRONG
  auto x = load_image<std::uint8_t, dyn, dyn, 2>("photo.png");
#else
  auto x = load_image<std::uint8_t, dyn, dyn, 3>("photo.png");
#endif
}

// expect: a picture has the shape (rows, columns) or
void save_image_rank() {
  const dtensor<float, 1> x(8);
#ifdef WRONG
  save_image("line.png", x);
#else
  save_image("line.png", x[newaxis, _]);
#endif
}
