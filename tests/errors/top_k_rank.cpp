// SPDX-License-Identifier: BSL-1.0
// expect: top_k needs an operand of rank 1 or more; the shape is ()
// expect: stria: top_k needs an operand of
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<int> t(2);
#ifndef TWIN
  auto x = top_k(t, 1); // the mistake
#else
  auto x = top_k(t[newaxis], 1);
#endif
  static_cast<void>(x);
}
