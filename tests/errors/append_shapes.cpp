// SPDX-License-Identifier: BSL-1.0
// expect: append: the shapes (2, 3) and (3, 2) differ in axis 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<double, 2, 3> a;
  const tensor<double, 3, 2> b;
#ifndef TWIN
  auto x = append(a, b, _0); // the mistake
#else
  auto x = append(a, b);
#endif
  static_cast<void>(x);
}
