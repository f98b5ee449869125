// SPDX-License-Identifier: BSL-1.0
// expect: the depth must be known at compile time
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4, 4> t;
  dtensor<int, 2> idx(3, 2);
#ifndef TWIN
  auto x = t[nd(idx)]; // the mistake
#else
  auto x = t[nd<2>(idx)];
#endif
  static_cast<void>(x);
}
