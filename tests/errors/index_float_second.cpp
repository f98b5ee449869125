// SPDX-License-Identifier: BSL-1.0
// expect: is a floating-point number
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4, 4> t;
#ifndef TWIN
  auto x = t[1, 1.f]; // the mistake
#else
  auto x = t[1, 1];
#endif
  static_cast<void>(x);
}
