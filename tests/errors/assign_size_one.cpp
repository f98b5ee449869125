// SPDX-License-Identifier: BSL-1.0
// expect: does not fit into the target of shape (2, 3): axis 0 differs; t[ellipsis] = x repeats
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
  tensor<int, 1, 3> u;
#ifndef TWIN
  t = u; // the mistake
#else
  t[ellipsis] = u;
#endif
  static_cast<void>(t);
}
