// SPDX-License-Identifier: BSL-1.0
// expect: searchsorted needs a first operand of rank 1; the shape is (2, 3)
// expect: stria: searchsorted needs a
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = searchsorted(t, 4); // the mistake
#else
  auto x = searchsorted(t[_0], 4);
#endif
  static_cast<void>(x);
}
