// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (2, 3) and (4, 3) do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<float, 2, 3> a;
  const tensor<float, 4, 3> b;
#ifndef TWIN
  auto x = cross(a, b); // the mistake
#else
  auto x = cross(a, a);
#endif
  static_cast<void>(x);
  static_cast<void>(b);
}
