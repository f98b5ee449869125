// SPDX-License-Identifier: BSL-1.0
// expect: the axis comes first, as a constant: concat(_0, a, b)
// expect: stria: concat: the axis comes
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = concat(0, t, t); // the mistake
#else
  auto x = concat(_0, t, t);
#endif
  static_cast<void>(x);
}
