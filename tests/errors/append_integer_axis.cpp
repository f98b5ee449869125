// SPDX-License-Identifier: BSL-1.0
// expect: the axis comes last, as a constant or axis(k): append(a, b, _0)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 3), b(3, 3);
#ifndef TWIN
  auto x = append(a, b, 0); // the mistake
#else
  auto x = append(a, b, -_1);
#endif
  static_cast<void>(x);
}
