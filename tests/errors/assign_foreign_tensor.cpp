// SPDX-License-Identifier: BSL-1.0
// expect: neither a tensor expression nor a value
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<double, 4, 2> t;
#ifndef TWIN
  t = "x"; // the mistake
#else
  t = 1;
#endif
  static_cast<void>(t);
}
