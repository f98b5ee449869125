// SPDX-License-Identifier: BSL-1.0
// expect: index 9 is out of bounds for axis 1, which has 4 elements: use -4 to 3 (shape (3, 4))
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3, 4> t;
#ifndef TWIN
  auto x = t["0, 9"_ix]; // the mistake
#else
  auto x = t["0, 3"_ix];
#endif
  static_cast<void>(x);
}
