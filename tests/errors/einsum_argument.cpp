// SPDX-License-Identifier: BSL-1.0
// expect: the text is a template argument, before the parentheses
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 4), b(4, 5);
#ifndef TWIN
  const dtensor<float, 2> c = einsum("ij,jk->ik", a, b); // the mistake
#else
  const dtensor<float, 2> c = einsum<"ij,jk->ik">(a, b);
#endif
  static_cast<void>(c);
}
