// SPDX-License-Identifier: BSL-1.0
// expect: the last extent of idx is 3
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4, 4> t;
  tensor<int, 2, 3> idx;
#ifndef TWIN
  auto x = t[nd<2>(idx)]; // the mistake
#else
  auto x = t[nd<2>(idx[_, range(_1, _)])];
#endif
  static_cast<void>(x);
}
