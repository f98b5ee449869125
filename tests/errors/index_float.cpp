// SPDX-License-Identifier: BSL-1.0
// expect: is a floating-point number
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
#ifndef TWIN
  auto x = t[1.]; // the mistake
#else
  auto x = t[1];
#endif
  static_cast<void>(x);
}
