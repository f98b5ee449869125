// SPDX-License-Identifier: BSL-1.0
// expect: maximum: the shapes (4,) and (3,) do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
  tensor<float, 3> b;
#ifndef TWIN
  auto x = maximum(a, b); // the mistake
#else
  auto x = maximum(a, b[range(_0, _1)]);
#endif
  static_cast<void>(x);
}
