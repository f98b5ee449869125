// SPDX-License-Identifier: BSL-1.0
// expect: the elements of idx are not integers
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
  tensor<float, 2, 1> idx;
#ifndef TWIN
  auto x = t[nd(idx)]; // the mistake
#else
  auto x = t[nd(cast<int>(idx))];
#endif
  static_cast<void>(x);
}
