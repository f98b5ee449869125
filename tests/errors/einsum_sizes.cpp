// SPDX-License-Identifier: BSL-1.0
// expect: the label j has two sizes; the shapes are (2, 3), (2, 3)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = einsum<"ij,jk->ik">(t, t); // the mistake
#else
  auto x = einsum<"ij,ik->jk">(t, t);
#endif
  static_cast<void>(x);
}
