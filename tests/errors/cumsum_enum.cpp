// SPDX-License-Identifier: BSL-1.0
// expect: the elements lack the operator that this reduction needs
#include <stria/stria.hpp>
using namespace stria;
enum class color { red, green };
int main() {
  const dtensor<color, 1> c(3);
#ifndef TWIN
  auto x = cumsum(c); // the mistake
#else
  auto x = cumsum(cast<int>(c));
#endif
  static_cast<void>(x);
}
