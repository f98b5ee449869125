// SPDX-License-Identifier: BSL-1.0
// expect: random::permutation: the first argument must be a random::generator
// expect: an engine of <random>, and not
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  const random::generator g(1);
  auto x = random::permutation(g, 4); // the mistake
#else
  random::generator g(1);
  auto x = random::permutation(g, 4);
#endif
  static_cast<void>(x);
}
