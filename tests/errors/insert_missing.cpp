// SPDX-License-Identifier: BSL-1.0
// expect: the values are missing: write insert(a, places, values)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = insert(v, 0); // the mistake
#else
  auto x = insert(v, 0, 1.);
#endif
  static_cast<void>(x);
}
