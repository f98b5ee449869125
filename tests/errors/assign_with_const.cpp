// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const, or an expression without memory
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> a(3);
  dtensor<float, 1> c(3);
#ifndef TWIN
  assign_with(a, c, [](float x, float y) { return x + y; }); // the mistake
#else
  assign_with(c, a, [](float x, float y) { return x + y; });
#endif
}
