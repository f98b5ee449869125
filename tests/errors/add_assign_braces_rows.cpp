// SPDX-License-Identifier: BSL-1.0
// expect: braces alone are not an operand; write a tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<int, 2> a(3, 2);
#ifndef TWIN
  a[range(_0, _2)] += {{1, 2}, {3, 4}}; // the mistake
#else
  a[range(_0, _2)] += tensor{{1, 2}, {3, 4}};
#endif
}
