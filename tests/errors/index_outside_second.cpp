// SPDX-License-Identifier: BSL-1.0
// expect: index -4 is out of bounds for axis 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 5, 3> t;
#ifndef TWIN
  auto x = t[_1, -_4]; // the mistake
#else
  auto x = t[_1, -_3];
#endif
  static_cast<void>(x);
}
