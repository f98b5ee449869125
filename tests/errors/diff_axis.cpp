// SPDX-License-Identifier: BSL-1.0
// expect: there is no axis 2 in the shape (4, 2); axes are -2 to 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 2> a;
#ifndef TWIN
  auto x = diff(a, _2); // the mistake
#else
  auto x = diff(a, _0);
#endif
  static_cast<void>(x);
}
