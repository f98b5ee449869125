// SPDX-License-Identifier: BSL-1.0
// expect: noalias takes a tensor or a view that can be written
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 1> a(3), b(3), c(3);
#ifndef TWIN
  noalias(a + b) = c; // the mistake
#else
  noalias(c) = a + b;
#endif
}
