// SPDX-License-Identifier: BSL-1.0
// expect: stria: reduce: op(init, element) cannot be called
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
  auto negate = [](int x) { return -x; };
#ifndef TWIN
  auto x = reduce(negate, 0, t); // the mistake
#else
  auto x = reduce([=](int acc, int y) { return acc + negate(y); }, 0, t);
#endif
  static_cast<void>(x);
}
