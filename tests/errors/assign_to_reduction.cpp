// SPDX-License-Identifier: BSL-1.0
// expect: an expression has no memory to write into
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 4);
#ifndef TWIN
  sum(a, _0) = 3.f; // the mistake
#else
  dtensor<float, 1> s = sum(a, _0);
  s = 3.f;
#endif
}
