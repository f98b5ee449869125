// SPDX-License-Identifier: BSL-1.0
// expect: 2 axes are asked for, but the shape (5,) has 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 5> t;
#ifndef TWIN
  auto x = t(_, 1); // the mistake
#else
  auto x = t(1);
#endif
  static_cast<void>(x);
}
