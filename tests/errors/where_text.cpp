// SPDX-License-Identifier: BSL-1.0
// expect: expected tensors, views or expressions
// expect: as_tensor(c) copies the elements
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 4);
#ifndef TWIN
  const dtensor<float, 2> x = where(a > 0.f, a, "none"); // the mistake
#else
  const dtensor<float, 2> x = where(a > 0.f, a, 0.f);
#endif
  static_cast<void>(x);
}
