// SPDX-License-Identifier: BSL-1.0
// expect: diagonal takes an operand of rank 2 or more
// expect: stria: diagonal takes an operand
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor t{1, 2, 3};
#ifndef TWIN
  auto x = diagonal(t); // the mistake
#else
  auto x = diagonal(t[newaxis]);
#endif
  static_cast<void>(x);
}
