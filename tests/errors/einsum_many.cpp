// SPDX-License-Identifier: BSL-1.0
// expect: more than 16 operands; name the product of some first
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2> a;
#ifndef TWIN
  auto x = einsum<"a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a->a">(a, a); // the mistake
#else
  auto x = einsum<"a,a->a">(a, a);
#endif
  static_cast<void>(x);
}
