// SPDX-License-Identifier: BSL-1.0
// expect: take numbers; rows between tensors are a + (b - a) * linspace
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor a{0., 1.};
#ifndef TWIN
  auto x = linspace(a, 2., 5); // the mistake
#else
  auto x = linspace(a[0], 2., 5);
#endif
  static_cast<void>(x);
}
