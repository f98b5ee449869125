// SPDX-License-Identifier: BSL-1.0
// expect: an expression has no memory to write into
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifndef TWIN
  sort(a, _0) = c; // the mistake
#else
  c = sort(a, _0);
#endif
}
