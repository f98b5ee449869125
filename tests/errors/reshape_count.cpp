// SPDX-License-Identifier: BSL-1.0
// expect: the shape (2, 3) has 6 elements and cannot become (4, 2)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> t;
#ifndef TWIN
  auto x = reshape(t, _4, _2); // the mistake
#else
  auto x = reshape(t, _3, _2);
#endif
  static_cast<void>(x);
}
