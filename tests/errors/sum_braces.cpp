// SPDX-License-Identifier: BSL-1.0
// expect: this takes tensors, views and expressions
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = sum({1, 2}); // the mistake
#else
  auto x = sum(tensor{1, 2});
#endif
  static_cast<void>(x);
}
