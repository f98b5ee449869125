// SPDX-License-Identifier: BSL-1.0
// expect: cross needs operands whose last axis has 3 elements
// expect: the shapes are (2,) and (3,)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<float, 3> b;
#ifndef TWIN
  const tensor<float, 3> x = cross(tensor<float, 2>(), b); // the mistake
#else
  const tensor<float, 3> x = cross(tensor<float, 3>(), b);
#endif
  static_cast<void>(x);
}
