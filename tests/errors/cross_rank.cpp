// SPDX-License-Identifier: BSL-1.0
// expect: cross needs operands whose last axis
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
  tensor<float> b;
#ifndef TWIN
  auto x = cross(a, b); // the mistake
#else
  auto x = cross(a, a);
#endif
  static_cast<void>(x), static_cast<void>(b);
}
