// SPDX-License-Identifier: BSL-1.0
// expect: random::integers: [6, 1) has no integers
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
#ifndef TWIN
  auto x = random::integers<int>(g, _6, _1, 3); // the mistake
#else
  auto x = random::integers<int>(g, _1, _6, 3);
#endif
  static_cast<void>(x);
}
