// SPDX-License-Identifier: BSL-1.0
// expect: takes 2 sizes
// expect: and got 3
// expect: write elements in braces, each row in its own
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  dtensor<float, 2> x = {1, 2, 3}; // the mistake
#else
  dtensor<float, 2> x = {{1, 2, 3}};
#endif
  static_cast<void>(x);
}
