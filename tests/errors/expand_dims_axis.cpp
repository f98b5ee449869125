// SPDX-License-Identifier: BSL-1.0
// expect: expand_dims: there is no axis 4 in the shape (4, 2); axes are -3 to 2
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 2> a;
#ifndef TWIN
  auto x = expand_dims(a, _4); // the mistake
#else
  auto x = expand_dims(a, _2);
#endif
  static_cast<void>(x);
}
