// SPDX-License-Identifier: BSL-1.0
// expect: size 0 is -1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 1> idx;
  tensor<int, 2> u;
#ifndef TWIN
  auto x = scatter_nd(idx, u, -_1); // the mistake
#else
  auto x = scatter_nd(idx, u, _1);
#endif
  static_cast<void>(x);
}
