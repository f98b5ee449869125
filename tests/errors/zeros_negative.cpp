// SPDX-License-Identifier: BSL-1.0
// expect: zeros: size 1 is -3; sizes are 0 or more
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = zeros<float>(_2, -_3); // the mistake
#else
  auto x = zeros<float>(_2, _3);
#endif
  static_cast<void>(x);
}
