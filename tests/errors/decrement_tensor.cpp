// SPDX-License-Identifier: BSL-1.0
// expect: tensors, views and expressions have no ++ and --
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<int, 1> a(3);
#ifndef TWIN
  a--; // the mistake
#else
  a[0]--;
#endif
}
