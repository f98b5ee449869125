// SPDX-License-Identifier: BSL-1.0
// expect: the left side is a temporary list, and the assignment would be lost
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 3> a, b;
#ifndef TWIN
  split(a, 2, _0) = split(b, 2, _0); // the mistake
#else
  auto parts = split(a, 2, _0);
  parts[0] = split(b, 2, _0)[0];
#endif
}
