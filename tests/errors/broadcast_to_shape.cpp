// SPDX-License-Identifier: BSL-1.0
// expect: the shape (2, 3) does not broadcast to (4, 3): axis 0 differs
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> t;
#ifndef TWIN
  auto x = broadcast_to(t, _4, _3); // the mistake
#else
  auto x = broadcast_to(t, _4, _2, _3);
#endif
  static_cast<void>(x);
}
