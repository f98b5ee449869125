// SPDX-License-Identifier: BSL-1.0
// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
  auto add = [](int x, int y) { return x + y; };
#ifndef TWIN
  auto x = reduce(add, 0, t, _2); // the mistake
#else
  auto x = reduce(add, 0, t, _1);
#endif
  static_cast<void>(x);
}
