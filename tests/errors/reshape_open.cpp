// SPDX-License-Identifier: BSL-1.0
// expect: has 6 elements and cannot become (4, -1)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> t;
#ifndef TWIN
  auto x = reshape(t, _4, -_1); // the mistake
#else
  auto x = reshape(t, _3, -_1);
#endif
  static_cast<void>(x);
}
