// SPDX-License-Identifier: BSL-1.0
// expect: operands in braces must be tensors, views or expressions of one type; join others
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> a(2, 3);
  const tensor<double, 2, 3> b;
#ifndef TWIN
  auto x = concat({a, b}); // the mistake
#else
  auto x = concat(_0, a, b);
#endif
  static_cast<void>(x);
}
