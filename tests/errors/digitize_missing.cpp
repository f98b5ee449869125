// SPDX-License-Identifier: BSL-1.0
// expect: the edges are missing: write digitize(x, edges)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = digitize(v); // the mistake
#else
  auto x = digitize(v, {1., 2.});
#endif
  static_cast<void>(x);
}
