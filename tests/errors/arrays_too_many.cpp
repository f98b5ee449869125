// SPDX-License-Identifier: BSL-1.0
// expect: axes are asked for, but the shape (3, 4) has 2
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
#ifndef TWIN
  auto x = t[i, i, i]; // the mistake
#else
  auto x = t[i, i];
#endif
  static_cast<void>(x);
}
