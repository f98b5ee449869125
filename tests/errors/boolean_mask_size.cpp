// SPDX-License-Identifier: BSL-1.0
// expect: a mask of 2 entries cannot index axis 0, which has 3
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
  tensor<bool, 2> m;
#ifndef TWIN
  auto x = boolean_mask(a, m); // the mistake
#else
  auto x = boolean_mask(a, a > 0.f);
#endif
  static_cast<void>(x), static_cast<void>(m);
}
