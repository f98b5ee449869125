// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3, 2) does not fit into the target of shape (2, 3)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 2> u;
#ifndef TWIN
  tensor<int, 2, 3> x = u; // the mistake
#else
  tensor<int, 2, 3> x = transpose(u);
#endif
  static_cast<void>(x);
}
