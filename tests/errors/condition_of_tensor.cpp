// SPDX-License-Identifier: BSL-1.0
// expect: a condition must be one bool, but this has an axis
// expect: any(...) or all_of(...)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3> a, b;
  int x = 0;
#ifndef TWIN
  if (a == b) // the mistake
#else
  if (all_of(a == b))
#endif
    x = 1;
  static_cast<void>(x);
}
