// SPDX-License-Identifier: BSL-1.0
// expect: the index arrays of the subscript do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
#ifndef TWIN
  auto x = t[{0, 1}, {0, 1, 2}]; // the mistake
#else
  auto x = t[{0, 1}, {0, 2}];
#endif
  static_cast<void>(x);
}
