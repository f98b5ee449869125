// SPDX-License-Identifier: BSL-1.0
// expect: the operands are missing: write hstack(a, b)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = hstack(); // the mistake
#else
  auto x = hstack(v, v);
#endif
  static_cast<void>(x);
}
