// SPDX-License-Identifier: BSL-1.0
// expect: a tensor of the extents (2, 2) takes no sizes, and got 4
// expect: elements stand in braces, each row in its own
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  tensor<int, 2, 2> x{1, 2, 3, 4}; // the mistake
#else
  tensor<int, 2, 2> x{{1, 2}, {3, 4}};
#endif
  static_cast<void>(x);
}
