// SPDX-License-Identifier: BSL-1.0
// expect: or a tensor or an expression to be permuted
#include <stria/stria.hpp>
using namespace stria;
int main() {
  random::generator g(1);
  const tensor t{1, 2, 3};
#ifndef TWIN
  auto x = random::permutation(g, 2.5); // the mistake
#else
  auto x = random::permutation(g, t);
#endif
  static_cast<void>(x);
}
