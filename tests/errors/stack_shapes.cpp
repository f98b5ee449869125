// SPDX-License-Identifier: BSL-1.0
// expect: stack: the shapes (2, 3) and (2, 2) differ; all operands must have the same shape
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = stack(_0, t, t[_, range(_1, _)]); // the mistake
#else
  auto x = stack(_0, t, t);
#endif
  static_cast<void>(x);
}
