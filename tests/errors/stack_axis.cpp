// SPDX-License-Identifier: BSL-1.0
// expect: stack: there is no axis 3 in the shape (2, 3); axes are -3 to 2
// expect: stria: stack: there is no axis 3
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = stack(_3, t, t); // the mistake
#else
  auto x = stack(_2, t, t);
#endif
  static_cast<void>(x);
}
