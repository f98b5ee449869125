// SPDX-License-Identifier: BSL-1.0
// expect: the type of a tensor is deduced from braces of elements only
// expect: eval(x) makes a tensor of an expression
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 4), b(3, 4);
#ifndef TWIN
  const tensor c = a + b; // the mistake
#else
  const auto c = eval(a + b);
#endif
  static_cast<void>(c);
}
