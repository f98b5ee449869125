// SPDX-License-Identifier: BSL-1.0
// expect: expected tensors, views or expressions
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = sum(3); // the mistake
#else
  auto x = sum(tensor{3});
#endif
  static_cast<void>(x);
}
