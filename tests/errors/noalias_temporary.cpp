// SPDX-License-Identifier: BSL-1.0
// expect: this is const, a temporary, an expression or a selection by an index array
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 1> a(3), c(3);
#ifndef TWIN
  noalias(zeros<float>(3)) = a; // the mistake
#else
  noalias(c[range(0, 3)]) = a;
#endif
}
