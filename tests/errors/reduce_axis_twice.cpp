// SPDX-License-Identifier: BSL-1.0
// expect: is named twice
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = max(t, _0, -_2, keepdims); // the mistake
#else
  auto x = max(t, _0, -_1, keepdims);
#endif
  static_cast<void>(x);
}
