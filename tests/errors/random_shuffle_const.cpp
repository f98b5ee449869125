// SPDX-License-Identifier: BSL-1.0
// expect: random::shuffle: the target must be a named tensor (an lvalue) or a view, and not const
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
  const tensor t{1, 2, 3};
#ifndef TWIN
  random::shuffle(g, t); // the mistake
#else
  auto x = eval(t);
  random::shuffle(g, x);
#endif
}
