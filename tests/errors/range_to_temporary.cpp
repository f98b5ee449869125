// SPDX-License-Identifier: BSL-1.0
// expect: the left side is a temporary or const object
#include <stria/stria.hpp>
using namespace stria;
int main() {
  auto part = range(0, 2);
#ifndef TWIN
  range(1, 3) = part; // the mistake
#else
  part = range(1, 3);
#endif
  static_cast<void>(part);
}
