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
        dtensor<float, 1> t(3);
#ifndef TWIN
        t[range(0, 2)] = a[range(1, 3)]; // the mistake
#else
        t[range(0, 2)] = primal(a[range(1, 3)]);
#endif
        return sum(t * a);
      },
      w);
  static_cast<void>(g);
}
