// SPDX-License-Identifier: BSL-1.0
// expect: a tensor of the extents (?, 3) cannot have the sizes (?, 2)
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  tensor<double, dyn, 3> points(4, _2); // the mistake
#else
  tensor<double, dyn, 3> points(4, _3);
#endif
  static_cast<void>(points);
}
