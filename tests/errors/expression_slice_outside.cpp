// SPDX-License-Identifier: BSL-1.0
// expect: index 7 is out of bounds for axis 0, which has 4 elements: use -4 to 3 (shape (4,))
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
#ifndef TWIN
  auto x = (a + 1.f)[_7]; // the mistake
#else
  auto x = (a + 1.f)[_3];
#endif
  static_cast<void>(x);
}
