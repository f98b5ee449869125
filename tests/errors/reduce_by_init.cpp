// SPDX-License-Identifier: BSL-1.0
// expect: the initial value must be a single value
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
  auto add = [](auto x, int y) { return x + y; };
#ifndef TWIN
  auto x = reduce(add, t[_0], t, _0); // the mistake
#else
  auto x = reduce(add, 0, t, _0);
#endif
  static_cast<void>(x);
}
