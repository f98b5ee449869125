// SPDX-License-Identifier: BSL-1.0
// expect: the function cannot be called with one element of each operand
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = map([](const char* s) { return *s; }, a); // the mistake
#else
  auto x = map([](float v) { return v + 1; }, a);
#endif
  static_cast<void>(x);
}
