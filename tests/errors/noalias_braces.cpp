// SPDX-License-Identifier: BSL-1.0
// expect: braces alone are not an operand; write a tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2> t;
#ifndef TWIN
  noalias(t) = {1.f, 2.f}; // the mistake
#else
  noalias(t) = tensor{1.f, 2.f};
#endif
}
