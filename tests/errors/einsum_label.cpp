// SPDX-License-Identifier: BSL-1.0
// expect: the label k of the result is in no operand
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = einsum<"ij->ik">(t); // the mistake
#else
  auto x = einsum<"ij->ji">(t);
#endif
  static_cast<void>(x);
}
