// SPDX-License-Identifier: BSL-1.0
// expect: random::shuffle: what is shuffled in place is a tensor or a view that is not const
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
