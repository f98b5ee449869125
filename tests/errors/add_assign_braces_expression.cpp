// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const, or an expression without memory
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifndef TWIN
  reshape(a + b, 9) += {1.f, 2.f}; // the mistake
#else
  c += reshape(a + b, 3, 3);
#endif
}
