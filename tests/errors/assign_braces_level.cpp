// SPDX-License-Identifier: BSL-1.0
// expect: braces of 1 level for a tensor of the extents (2, 2)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 2> t;
#ifndef TWIN
  t = {1.f, 2.f}; // the mistake
#else
  t = {{1.f, 2.f}, {3.f, 4.f}};
#endif
}
