// SPDX-License-Identifier: BSL-1.0
// expect: an expression has no memory to write into
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifndef TWIN
  broadcast_to(a + b, 3, 3) = {1.f, 2.f}; // the mistake
#else
  c = broadcast_to(a + b, 3, 3);
#endif
}
