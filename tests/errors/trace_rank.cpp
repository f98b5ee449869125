// SPDX-License-Identifier: BSL-1.0
// expect: trace takes an operand of rank 2 or more; the shape is (3,)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = trace(a); // the mistake
#else
  auto x = trace(a[_, newaxis]);
#endif
  static_cast<void>(x);
}
