// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (3,) and (2,) do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifndef TWIN
  auto x = pow(a * b, 2); // the mistake
#else
  auto x = pow(a * b[_, newaxis], 2);
#endif
  static_cast<void>(x);
}
