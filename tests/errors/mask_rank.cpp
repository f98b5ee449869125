// SPDX-License-Identifier: BSL-1.0
// expect: axes are asked for, but the shape (3, 4) has 2
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor<bool, 3, 4> m;
#ifndef TWIN
  auto x = t[m, _0]; // the mistake
#else
  auto x = t[m];
#endif
  static_cast<void>(x);
}
