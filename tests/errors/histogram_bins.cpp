// SPDX-License-Identifier: BSL-1.0
// expect: the number of bins as an integer or a constant
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = histogram(a, 2.5, 0., 1.); // the mistake
#else
  auto x = histogram(a, 2, 0., 1.);
#endif
  static_cast<void>(x);
}
