// SPDX-License-Identifier: BSL-1.0
// expect: random::uniform: the first argument must be a random::generator
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
#ifndef TWIN
  auto x = random::uniform<float>(3, 4); // the mistake
#else
  auto x = random::uniform<float>(g, 3, 4);
#endif
  static_cast<void>(x);
  static_cast<void>(g);
}
