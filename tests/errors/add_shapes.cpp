// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (2, 3) and (2, 4) do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> a;
  tensor<int, 2, 4> b;
#ifndef TWIN
  auto x = a + b; // the mistake
#else
  auto x = a + b[_, range(_1, _)];
#endif
  static_cast<void>(x);
}
