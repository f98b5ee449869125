// SPDX-License-Identifier: BSL-1.0
// expect: for the smaller of two, element by element, use minimum(a, b)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<double, 2> m(2, 3);
#ifndef TWIN
  auto x = min(1.0, m + m[_0]); // the mistake
#else
  auto x = minimum(1.0, m + m[_0]);
#endif
  static_cast<void>(x);
}
