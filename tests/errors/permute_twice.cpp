// SPDX-License-Identifier: BSL-1.0
// expect: permute: axis 0 is named twice
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> t;
#ifndef TWIN
  auto x = permute<0, 0>(t); // the mistake
#else
  auto x = permute<1, 0>(t);
#endif
  static_cast<void>(x);
}
