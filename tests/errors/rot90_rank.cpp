// SPDX-License-Identifier: BSL-1.0
// expect: rot90 rotates two axes of an operand of rank 2 or more; the shape is (3,)
// expect: stria: rot90 rotates two axes of an
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor t{1, 2, 3};
#ifndef TWIN
  auto x = rot90(t, 3); // the mistake
#else
  auto x = rot90(t[newaxis], 3);
#endif
  static_cast<void>(x);
}
