// SPDX-License-Identifier: BSL-1.0
// expect: the parameters come first (shape, scale), then the sizes; 1 of 2 parameters are given
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
  const int n = 3;
#ifndef TWIN
  auto x = random::gamma(g, n); // the mistake
#else
  auto x = random::gamma(g, 2., 1., n);
#endif
  static_cast<void>(x);
}
