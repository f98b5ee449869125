// SPDX-License-Identifier: BSL-1.0
// expect: clip: the shapes (3,), () and (2,) do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifndef TWIN
  auto x = clip(a, 0, b); // the mistake
#else
  auto x = clip(a, 0, b[_, newaxis]);
#endif
  static_cast<void>(x);
}
