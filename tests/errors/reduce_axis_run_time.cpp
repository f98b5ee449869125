// SPDX-License-Identifier: BSL-1.0
// expect: an axis must be a constant
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
  int axis = 1;
#ifndef TWIN
  auto x = mean(t, axis); // the mistake
#else
  auto x = mean(t, _1);
#endif
  static_cast<void>(x);
  static_cast<void>(axis);
}
