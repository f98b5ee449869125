// SPDX-License-Identifier: BSL-1.0
// expect: for the larger of two, element by element, use maximum(a, b)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<double, 2> m(2, 3);
#ifndef TWIN
  auto x = max(m, 0.0); // the mistake
#else
  auto x = maximum(m, 0.0);
#endif
  static_cast<void>(x);
}
