// SPDX-License-Identifier: BSL-1.0
// expect: a mask of 3 entries cannot index axis 1, which has 4
// expect: stria: a mask of 3 entries cannot
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor m{true, false, true};
#ifndef TWIN
  auto x = t[_, m]; // the mistake
#else
  auto x = t[m, _];
#endif
  static_cast<void>(x);
}
