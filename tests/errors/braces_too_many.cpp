// SPDX-License-Identifier: BSL-1.0
// expect: braces of 3 levels for a tensor of the extents (2,); use one level for each axis
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  tensor<int, 2> x{{{1, 2}}}; // the mistake
#else
  tensor<int, 2> x{1, 2};
#endif
  static_cast<void>(x);
}
