// SPDX-License-Identifier: BSL-1.0
// expect: have different types
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  tensor x{1, 2.5}; // the mistake
#else
  tensor x{1., 2.5};
#endif
  static_cast<void>(x);
}
