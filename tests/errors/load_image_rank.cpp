// SPDX-License-Identifier: BSL-1.0
// expect: a picture has the shape (rows, columns) or
#include <stria/stria.hpp>

#include <stria/io/image.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = load_image<std::uint8_t, dyn, dyn, 2>("photo.png"); // the mistake
#else
  auto x = load_image<std::uint8_t, dyn, dyn, 3>("photo.png");
#endif
  static_cast<void>(x);
}
