// SPDX-License-Identifier: BSL-1.0
// expect: windows of 4 elements do not fit on axis 1 of the shape (2, 3)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = sliding_window(t, _4, _1); // the mistake
#else
  auto x = sliding_window(t, _3, _1);
#endif
  static_cast<void>(x);
}
