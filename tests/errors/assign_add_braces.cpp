// SPDX-License-Identifier: BSL-1.0
// expect: braces alone are not an operand
// expect: t += tensor{1.f, 2.f}
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 2);
#ifndef TWIN
  a += {1.f, 2.f}; // the mistake
#else
  a += tensor{1.f, 2.f};
#endif
}
