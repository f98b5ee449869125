// SPDX-License-Identifier: BSL-1.0
// expect: index 9 is out of bounds for axis 0
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3> t;
#ifndef TWIN
  auto x = t[_9]; // the mistake
#else
  auto x = t[_2];
#endif
  static_cast<void>(x);
}
