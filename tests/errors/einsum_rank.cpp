// SPDX-License-Identifier: BSL-1.0
// expect: operand 0 has 2 axes and 3 labels
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = einsum<"ijk->i">(t); // the mistake
#else
  auto x = einsum<"ij->i">(t);
#endif
  static_cast<void>(x);
}
