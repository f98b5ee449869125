// SPDX-License-Identifier: BSL-1.0
// expect: index 3 is out of bounds for axis 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 5, 3> t;
#ifndef TWIN
  auto x = t[_, _3]; // the mistake
#else
  auto x = t[_, _2];
#endif
  static_cast<void>(x);
}
