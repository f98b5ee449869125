// SPDX-License-Identifier: BSL-1.0
// expect: braces alone cannot be assigned to a view; write a tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 2);
#ifndef TWIN
  a[0] = {1.f, 2}; // the mistake
#else
  a[0] = tensor{1.f, 2.f};
#endif
}
