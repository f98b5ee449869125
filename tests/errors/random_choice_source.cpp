// SPDX-License-Identifier: BSL-1.0
// expect: random::choice: the second argument must be a tensor or an expression
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
  const tensor t{1, 2, 3};
#ifndef TWIN
  auto x = random::choice(g, 2.5, 2); // the mistake
#else
  auto x = random::choice(g, t, 2);
#endif
  static_cast<void>(x);
}
