// SPDX-License-Identifier: BSL-1.0
// expect: hstack: the shapes (2, 3) and (4, 3) differ in axis 0
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<double, 2, 3> a;
  const tensor<double, 4, 3> b;
#ifndef TWIN
  auto x = hstack(a, b); // the mistake
#else
  auto x = hstack(a, b[range(_0, _2)]);
#endif
  static_cast<void>(x);
}
