// SPDX-License-Identifier: BSL-1.0
// expect: the operands are missing: write concat(_0, a, b)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = concat(); // the mistake
#else
  auto x = concat(_0, v, v);
#endif
  static_cast<void>(x);
}
