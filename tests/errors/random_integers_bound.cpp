// SPDX-License-Identifier: BSL-1.0
// expect: random::integers: a bound must be an integer or a constant
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
#ifndef TWIN
  auto x = random::integers(g, 0, 6.5, 3); // the mistake
#else
  auto x = random::integers(g, 0, 6, 3);
#endif
  static_cast<void>(x);
}
