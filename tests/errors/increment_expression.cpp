// SPDX-License-Identifier: BSL-1.0
// expect: tensors, views and expressions have no ++ and --
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<int, 2> a(3, 3);
#ifndef TWIN
  ++sum(a, _0); // the mistake
#else
  a += 1;
#endif
}
