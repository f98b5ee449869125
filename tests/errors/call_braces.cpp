// SPDX-License-Identifier: BSL-1.0
// expect: write t[{0, 2}] or t(tensor{0, 2})
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3, 3> t;
#ifndef TWIN
  auto x = eval(t({2, 0})); // the mistake
#else
  auto x = eval(t[{2, 0}]);
#endif
  static_cast<void>(x);
}
