// SPDX-License-Identifier: BSL-1.0
// expect: as in block(std::tuple{a, b}, std::tuple{c, d})
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
  const tensor<double, 3> w;
#ifndef TWIN
  auto x = block({v, w}); // the mistake
#else
  auto x = block(v, w);
#endif
  static_cast<void>(x);
}
