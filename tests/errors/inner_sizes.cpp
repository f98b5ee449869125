// SPDX-License-Identifier: BSL-1.0
// expect: inner: the shapes (2, 3) and (2,) do not fit: the last axes of both operands must have
// the same
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<double, 2, 3> a;
  const tensor<double, 2> b;
#ifndef TWIN
  auto x = inner(a, b); // the mistake
#else
  auto x = inner(a[0][range(_0, _2)], b);
#endif
  static_cast<void>(x);
}
