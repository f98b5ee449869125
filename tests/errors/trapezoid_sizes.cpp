// SPDX-License-Identifier: BSL-1.0
// expect: trapezoid: the coordinates and the samples need the same size along the axis; the shapes
// are (4,) and (5,)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<float, 5> y;
  const tensor<float, 4> places;
#ifndef TWIN
  auto x = trapezoid(y, places); // the mistake
#else
  auto x = trapezoid(y);
#endif
  static_cast<void>(x);
  static_cast<void>(places);
}
