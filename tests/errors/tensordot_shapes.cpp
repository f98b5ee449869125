// SPDX-License-Identifier: BSL-1.0
// expect: axis 1 of the first is summed with axis 0 of the second
// expect: stria: tensordot: the shapes (2,
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = tensordot(t, t, _1); // the mistake
#else
  auto x = tensordot(t, t, _2);
#endif
  static_cast<void>(x);
}
