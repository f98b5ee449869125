// SPDX-License-Identifier: BSL-1.0
// expect: braces alone are not an operand; write a tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<int, 1> k(2);
#ifndef TWIN
  k %= {2, 3}; // the mistake
#else
  k %= tensor{2, 3};
#endif
}
