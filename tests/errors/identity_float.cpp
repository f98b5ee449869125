// SPDX-License-Identifier: BSL-1.0
// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = identity(3.); // the mistake
#else
  auto x = identity(3);
#endif
  static_cast<void>(x);
}
