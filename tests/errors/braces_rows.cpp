// SPDX-License-Identifier: BSL-1.0
// expect: braces of 2 levels for a tensor of the extents (4,); use one level for each axis
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  tensor<int, 4> x{{1, 2}, {3, 4}}; // the mistake
#else
  tensor<int, 4> x{1, 2, 3, 4};
#endif
  static_cast<void>(x);
}
