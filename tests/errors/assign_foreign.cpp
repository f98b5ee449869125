// SPDX-License-Identifier: BSL-1.0
// expect: neither a tensor expression nor a value
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<double, 4, 2> t;
#ifndef TWIN
  t[_0] = "x"; // the mistake
#else
  t[_0] = 1;
#endif
  static_cast<void>(t);
}
