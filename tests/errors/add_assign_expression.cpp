// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const, or an expression without memory
// expect: and cannot be assigned to
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 4), b(3, 4);
#ifndef TWIN
  auto c = a + b;
  c += 1.f; // the mistake
#else
  auto c = eval(a + b);
  c += 1.f;
#endif
}
