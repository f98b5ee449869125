// SPDX-License-Identifier: BSL-1.0
// expect: picks along 2 axes, but the shape (4,) has 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
  tensor<int, 3, 2> idx;
#ifndef TWIN
  auto x = gather_nd(t, idx); // the mistake
#else
  auto x = gather_nd(t, idx[_, range(_1, _)]);
#endif
  static_cast<void>(x);
}
