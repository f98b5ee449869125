// SPDX-License-Identifier: BSL-1.0
// expect: random::integers: the element type must be an integer type
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
#ifndef TWIN
  auto x = random::integers<float>(g, 0, 6, 3); // the mistake
#else
  auto x = random::integers<short>(g, 0, 6, 3);
#endif
  static_cast<void>(x);
}
