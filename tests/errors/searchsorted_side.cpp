// SPDX-License-Identifier: BSL-1.0
// expect: the values are followed by the side
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = searchsorted(v, v, true); // the mistake
#else
  auto x = searchsorted(v, v, "right");
#endif
  static_cast<void>(x);
}
