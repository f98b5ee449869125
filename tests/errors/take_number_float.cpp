// SPDX-License-Identifier: BSL-1.0
// expect: item 0 of the subscript is a floating-point number
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
#ifndef TWIN
  auto x = take(a, 1.5); // the mistake
#else
  auto x = take(a, 1);
#endif
  static_cast<void>(x);
}
