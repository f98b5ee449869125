// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3,) does not fit into the target of shape (2,)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
  tensor<int, 3> u;
#ifndef TWIN
  t[range(_0, _2)] = u; // the mistake
#else
  t[range(_0, _3)] = u;
#endif
  static_cast<void>(t);
}
