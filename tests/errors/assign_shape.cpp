// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3, 2) does not fit into the target of shape (2, 3)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
  tensor<int, 3, 2> u;
#ifndef TWIN
  t = u + 1; // the mistake
#else
  t = transpose(u) + 1;
#endif
  static_cast<void>(t);
}
