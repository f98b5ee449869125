// SPDX-License-Identifier: BSL-1.0
// expect: join others without braces, as in hstack(a, b)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> c(2, 3);
  const tensor<double, 2, 3> d;
#ifndef TWIN
  auto x = hstack({c, d}); // the mistake
#else
  auto x = hstack(c, d);
#endif
  static_cast<void>(x);
}
