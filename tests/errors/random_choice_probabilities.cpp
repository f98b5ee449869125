// SPDX-License-Identifier: BSL-1.0
// expect: random::choice: besides sizes it accepts one tensor of probabilities, of rank 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
  const tensor p{.1, .1, .1, .1, .1, .5};
#ifndef TWIN
  auto x = random::choice(g, 6, 3, reshape(p, 2, 3)); // the mistake
#else
  auto x = random::choice(g, 6, 3, p);
#endif
  static_cast<void>(x);
}
