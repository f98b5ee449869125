// SPDX-License-Identifier: BSL-1.0
// expect: swapaxes: there is no axis -3 in the shape (2, 3); axes are -2 to 1
// expect: stria: swapaxes: there is no axis
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = swapaxes(t, _0, -_3); // the mistake
#else
  auto x = swapaxes(t, _0, -_2);
#endif
  static_cast<void>(x);
}
