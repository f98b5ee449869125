// SPDX-License-Identifier: BSL-1.0
// expect: random::poisson: the element type must be an integer type
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
  const int n = 3;
#ifndef TWIN
  auto x = random::poisson<float>(g, 2.5, n); // the mistake
#else
  auto x = random::poisson<int>(g, 2.5, n);
#endif
  static_cast<void>(x);
}
