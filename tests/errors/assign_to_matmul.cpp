// SPDX-License-Identifier: BSL-1.0
// expect: an expression has no memory to write into
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifndef TWIN
  matmul(a, b) = c; // the mistake
#else
  c = matmul(a, b);
#endif
}
