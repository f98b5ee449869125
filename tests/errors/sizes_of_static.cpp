// SPDX-License-Identifier: BSL-1.0
// expect: a tensor of the extents (2, 3) takes no sizes, and got 2
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  tensor<float, 2, 3> x(2, 3); // the mistake
#else
  tensor<float, 2, 3> x;
#endif
  static_cast<void>(x);
}
