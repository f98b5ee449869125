// SPDX-License-Identifier: BSL-1.0
// expect: a mask of 2 entries cannot index axis 0, which has 3
// expect: stria: a mask of 2 entries cannot
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor m{true, false};
#ifndef TWIN
  t[m] = 0; // the mistake
#else
  t[range(_1, _), _][m] = 0;
#endif
  static_cast<void>(t);
}
