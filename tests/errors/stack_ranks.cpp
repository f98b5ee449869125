// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (2, 3) and (3,) have different ranks
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = stack(_0, t, t[_0]); // the mistake
#else
  auto x = stack(_0, t, t);
#endif
  static_cast<void>(x);
}
