// SPDX-License-Identifier: BSL-1.0
// expect: the left side is a temporary tensor, and the values would be lost; assign to a tensor
// expect: with a name, or to a view of one
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 1> a(3), b(3);
#ifndef TWIN
  eval(a) = b; // the mistake
#else
  a[range(0, 2)] = b[range(0, 2)];
#endif
}
