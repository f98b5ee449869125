// SPDX-License-Identifier: BSL-1.0
// expect: stria: eval() of an expression of variables would lose its derivative; use let(e), or
// primal(e) if that is intended
#include <stria/grad.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> w(3);
  auto g = grad(
      [](const auto& a) {
#ifndef TWIN
        float e = sum(a); // the mistake
#else
        float e = primal(sum(a));
#endif
        return sum(e * a);
      },
      w);
  static_cast<void>(g);
}
