// SPDX-License-Identifier: BSL-1.0
// expect: as in stack(_0, a, b)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> a(2, 3);
  const tensor<double, 2, 3> b;
#ifndef TWIN
  auto x = stack({a, b}); // the mistake
#else
  auto x = stack({a, dtensor<double, 2>(b)});
#endif
  static_cast<void>(x);
}
