// SPDX-License-Identifier: BSL-1.0
// expect: random::uniform: the element type must be float or double
// expect: must be float or double;
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
#ifndef TWIN
  auto x = random::uniform<int>(g, 3); // the mistake
#else
  auto x = random::uniform<float>(g, 3);
#endif
  static_cast<void>(x);
}
