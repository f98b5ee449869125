// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const, or an expression without memory
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 1> a(3), b(3), c(3);
#ifndef TWIN
  const auto words = explain_route(a + b, c); // the mistake
#else
  const auto words = explain_route(c, a + b);
#endif
  static_cast<void>(words);
}
