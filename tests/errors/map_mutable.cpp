// SPDX-License-Identifier: BSL-1.0
// expect: map: the function must be callable as const; a lambda must not be
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> a(2);
#ifndef TWIN
  auto x = map([n = 0](float y) mutable { return y + float(n++); }, a); // the mistake
#else
  auto x = map([n = 0](float y) { return y + float(n); }, a);
#endif
  static_cast<void>(x);
}
