// SPDX-License-Identifier: BSL-1.0
// expect: stria: grad: the function returns a plain float, so nothing depends on its arguments; a
// reduction of an expression of the arguments is needed, and primal() or eval() lose the derivative
#include <stria/grad.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<float, 3> w;
#ifndef TWIN
  auto g = grad([](const auto& a) { return primal(sum(a)); }, w); // the mistake
#else
  auto g = grad([](const auto& a) { return sum(a); }, w);
#endif
  static_cast<void>(g);
}
