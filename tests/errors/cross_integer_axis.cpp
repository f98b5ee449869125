// SPDX-License-Identifier: BSL-1.0
// expect: an axis must be a constant or axis(k): write _0
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 3), b(3, 3);
#ifndef TWIN
  auto x = cross(a, b, 0); // the mistake
#else
  auto x = cross(a, b, -_1);
#endif
  static_cast<void>(x);
}
