// SPDX-License-Identifier: BSL-1.0
// expect: stria: grad: w is an argument and cannot be assigned; auto u = let(w) makes a variable
#include <stria/grad.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> w(3);
  auto g = grad(
      [](const auto& a) {
#ifndef TWIN
        auto u = a;
        u[0] = 1.f; // the mistake
#else
        auto u = let(a);
        u[0] = 1.f;
#endif
        return sum(u);
      },
      w);
  static_cast<void>(g);
}
