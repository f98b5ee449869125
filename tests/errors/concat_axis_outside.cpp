// SPDX-License-Identifier: BSL-1.0
// expect: concat: there is no axis 2 in the shape (2, 3); axes are -2 to 1
// expect: stria: concat: there is no axis 2
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = concat(_2, t, t); // the mistake
#else
  auto x = concat(_1, t, t);
#endif
  static_cast<void>(x);
}
