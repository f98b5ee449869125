// SPDX-License-Identifier: BSL-1.0
// expect: borders of 1 axes are given for the shape (2, 3)
// expect: stria: pad: borders of 1 axes are
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = pad(t, {{1, 1}}); // the mistake
#else
  auto x = pad(t, {{1, 1}, {0, 0}});
#endif
  static_cast<void>(x);
}
