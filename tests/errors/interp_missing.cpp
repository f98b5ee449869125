// SPDX-License-Identifier: BSL-1.0
// expect: fp is missing: write interp(x, xp, fp)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = interp(v, v); // the mistake
#else
  auto x = interp(v, v, v);
#endif
  static_cast<void>(x);
}
