// SPDX-License-Identifier: BSL-1.0
// expect: map: the function returns nothing; it must return the value of an element
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> a(2);
#ifndef TWIN
  auto x = map([](float) {}, a); // the mistake
#else
  auto x = map([](float y) { return y; }, a);
#endif
  static_cast<void>(x);
}
