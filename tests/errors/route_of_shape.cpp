// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3, 2) does not fit into the target of shape (2, 3)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3, 2> a;
  tensor<float, 2, 3> r;
#ifndef TWIN
  route x = route_of(r, a + a); // the mistake
#else
  route x = route_of(r, transpose(a));
#endif
  static_cast<void>(x);
}
