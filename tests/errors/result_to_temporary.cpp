// SPDX-License-Identifier: BSL-1.0
// expect: the left side is a temporary or const object
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 4), b(3, 4);
  auto r = top_k(a, 2);
#ifndef TWIN
  top_k(b, 2) = r; // the mistake
#else
  r = top_k(b, 2);
#endif
}
