// SPDX-License-Identifier: BSL-1.0
// expect: a picture has the shape (rows, columns) or
#include <stria/stria.hpp>

#include <stria/io/image.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> x(8);
#ifndef TWIN
  save_image("line.png", x); // the mistake
#else
  save_image("line.png", x[newaxis, _]);
#endif
  static_cast<void>(x);
}
