// SPDX-License-Identifier: BSL-1.0
// expect: does not fit into the target of shape
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> a;
#ifndef TWIN
  swap(a[0], a[range(_0, _2), 0]); // the mistake
#else
  swap(a[0], a[1]);
#endif
}
