// SPDX-License-Identifier: BSL-1.0
// expect: an axis must be a constant: write _0, -_1 or 12_c
// expect: transpose: an axis must be
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> t;
#ifndef TWIN
  auto x = transpose(t, 1, 0); // the mistake
#else
  auto x = transpose(t, _1, _0);
#endif
  static_cast<void>(x);
}
