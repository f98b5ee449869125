// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (2, 3) and (3, 2) differ in axis 0; they may differ in axis 1 only
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = concat(_1, t, transpose(t)); // the mistake
#else
  auto x = concat(_1, t, t);
#endif
  static_cast<void>(x);
}
