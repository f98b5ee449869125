// SPDX-License-Identifier: BSL-1.0
// expect: an expression has no memory to write into
// expect: assign to a tensor or to a view of one
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a, b, c;
#ifndef TWIN
  a + b = c; // the mistake
#else
  c = a + b;
#endif
  static_cast<void>(c);
}
