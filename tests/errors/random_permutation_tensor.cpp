// SPDX-License-Identifier: BSL-1.0
// expect: in random order, a is a[random::permutation(g, a.extent(0))]
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
  const tensor t{1, 2, 3};
#ifndef TWIN
  auto x = random::permutation(g, t); // the mistake
#else
  auto x = random::permutation(g, t.size());
#endif
  static_cast<void>(x);
}
