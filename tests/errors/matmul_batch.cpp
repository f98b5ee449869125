// SPDX-License-Identifier: BSL-1.0
// expect: their batch axes do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3, 3> a;
  tensor<float, 4, 3, 3> b;
#ifndef TWIN
  auto x = matmul(a, b); // the mistake
#else
  auto x = matmul(a, b[_0]);
#endif
  static_cast<void>(x);
}
