// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const, or an expression without memory, and cannot be assigned to
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 3), u(3, 3);
  const auto t = eval(a * 2.f);
#ifndef TWIN
  t = u; // the mistake
#else
  u = t;
#endif
}
