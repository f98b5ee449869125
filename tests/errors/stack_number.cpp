// SPDX-License-Identifier: BSL-1.0
// expect: concat and stack take the axis, as a constant, and then one or more tensors
// expect: stria: concat and stack take the
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = stack(_0, t, 3); // the mistake
#else
  auto x = stack(_0, t, t);
#endif
  static_cast<void>(x);
}
