// SPDX-License-Identifier: BSL-1.0
// expect: an axis must be a constant: write _0, -_1 or 12_c
// expect: stria: an axis must be a constant:
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = roll(t, 1, 1); // the mistake
#else
  auto x = roll(t, 1, _1);
#endif
  static_cast<void>(x);
}
