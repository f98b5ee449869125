// SPDX-License-Identifier: BSL-1.0
// expect: there is no axis 2 in the shape (?, ?)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> m(3, 3);
#ifndef TWIN
  auto x = rot90(m, 1, _1, _2); // the mistake
#else
  auto x = rot90(m, 1, _1, _0);
#endif
  static_cast<void>(x);
}
