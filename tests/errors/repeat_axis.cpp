// SPDX-License-Identifier: BSL-1.0
// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = repeat(t, 2, _2); // the mistake
#else
  auto x = repeat(t, 2, _1);
#endif
  static_cast<void>(x);
}
