// SPDX-License-Identifier: BSL-1.0
// expect: stria: grad: no derivative of lgamma(); primal(e) passes its values without one,
// custom_grad(f, pullback) states one
#include <stria/grad.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> w(3);
#ifndef TWIN
  auto g = grad([](const auto& a) { return sum(lgamma(a)); }, w); // the mistake
#else
  auto g = grad([](const auto& a) { return sum(primal(lgamma(a)) * a); }, w);
#endif
  static_cast<void>(g);
}
