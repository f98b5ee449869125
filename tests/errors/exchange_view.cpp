// SPDX-License-Identifier: BSL-1.0
// expect: std::exchange copies the view, not its elements
// expect: rebindable(v)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> t;
#ifndef TWIN
  auto x = t[0];
  auto old = std::exchange(x, t[1]); // the mistake
#else
  rebindable x(t[0]);
  auto old = std::exchange(x, t[1]);
#endif
  static_cast<void>(old);
}
