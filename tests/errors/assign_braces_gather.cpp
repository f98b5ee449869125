// SPDX-License-Identifier: BSL-1.0
// expect: braces alone cannot be assigned to a view
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> t;
  const tensor i{0, 2};
#ifndef TWIN
  t[i] = {1.f, 2.f}; // the mistake
#else
  t[i] = tensor{1.f, 2.f};
#endif
}
