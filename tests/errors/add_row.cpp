// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (3, 4) and (3,) do not broadcast: axis 1 of the result would be 4 and 3
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3, 4> a;
  tensor<float, 3> b;
#ifndef TWIN
  auto x = a + b; // the mistake
#else
  auto x = a + b[_, newaxis];
#endif
  static_cast<void>(x);
}
