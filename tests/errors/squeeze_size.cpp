// SPDX-License-Identifier: BSL-1.0
// expect: axis 1 of the shape (1, 3) has 3 elements; only axes of size 1
// expect: squeeze: axis 1 of the
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 1, 3> t;
#ifndef TWIN
  auto x = squeeze(t, _1); // the mistake
#else
  auto x = squeeze(t, _0);
#endif
  static_cast<void>(x);
}
