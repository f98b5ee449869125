// SPDX-License-Identifier: BSL-1.0
// expect: an expression has no memory to write into
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 3), b(3, 3);
  const auto s = sort(b, _0);
#ifndef TWIN
  sort(a, _0) = s; // the mistake
#else
  a = s;
#endif
}
