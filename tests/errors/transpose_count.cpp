// SPDX-License-Identifier: BSL-1.0
// expect: transpose: 1 axes are named for the shape (4, 2); name each of its 2 axes once
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 2> a;
#ifndef TWIN
  auto x = transpose(a, _0); // the mistake
#else
  auto x = transpose(a, _1, _0);
#endif
  static_cast<void>(x);
}
