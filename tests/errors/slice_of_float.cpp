// SPDX-License-Identifier: BSL-1.0
// expect: a bound of range(), rev() or slice() is neither an integer
#include <stria/token/range.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  slice s(0.5, 3); // the mistake
#else
  slice s(0, 3);
#endif
  static_cast<void>(s);
}
