// SPDX-License-Identifier: BSL-1.0
// expect: "i,i->i": the text names 2 operands and the call has 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = einsum<"i,i->i">(a); // the mistake
#else
  auto x = einsum<"i,i->i">(a, a);
#endif
  static_cast<void>(x);
}
