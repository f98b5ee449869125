// SPDX-License-Identifier: BSL-1.0
// expect: picks along 2 axes, but the shape (4,) has 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
#ifndef TWIN
  auto x = t[nd({{0, 1}})]; // the mistake
#else
  auto x = t[nd({{0}, {1}})];
#endif
  static_cast<void>(x);
}
