// SPDX-License-Identifier: BSL-1.0
// expect: the positions and the values are missing
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = insert(v); // the mistake
#else
  auto x = insert(v, 0, 1.);
#endif
  static_cast<void>(x);
}
