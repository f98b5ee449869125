// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3,) does not fit into the target of shape (2,)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 1> idx;
  tensor<int, 3> u;
#ifndef TWIN
  auto x = scatter_nd(idx, u, _4); // the mistake
#else
  auto x = scatter_nd(idx, u[range(_1, _)], _4);
#endif
  static_cast<void>(x);
}
