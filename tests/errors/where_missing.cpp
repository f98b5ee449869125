// SPDX-License-Identifier: BSL-1.0
// expect: an argument is missing
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<double, 2> m(2, 3);
#ifndef TWIN
  auto x = where(m > 0., m); // the mistake
#else
  auto x = where(m > 0., m, 0.);
#endif
  static_cast<void>(x);
}
