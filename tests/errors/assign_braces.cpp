// SPDX-License-Identifier: BSL-1.0
// expect: braces alone cannot be assigned to a view
// expect: write a tensor, as in
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> t;
  auto v = t[range(0, 2)];
#ifndef TWIN
  v = {1.f, 2.f}; // the mistake
#else
  v = tensor{1.f, 2.f};
#endif
}
