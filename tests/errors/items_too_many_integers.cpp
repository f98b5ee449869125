// SPDX-License-Identifier: BSL-1.0
// expect: 3 axes are asked for, but the shape (5, 3) has 2
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 5, 3> t;
#ifndef TWIN
  auto x = t[1, 2, 0]; // the mistake
#else
  auto x = t[1, 2];
#endif
  static_cast<void>(x);
}
