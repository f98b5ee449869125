// SPDX-License-Identifier: BSL-1.0
// expect: the number of axes is a constant: tensordot(a, b, _1)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 4> a;
#ifndef TWIN
  auto x = tensordot(a, a, 1); // the mistake
#else
  auto x = tensordot(a, a, _2);
#endif
  static_cast<void>(x);
}
