// SPDX-License-Identifier: BSL-1.0
// expect: rows of 3 and 2 elements
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  tensor x{{1, 2, 3}, {4, 5}}; // the mistake
#else
  tensor x{{1, 2, 3}, {4, 5, 6}};
#endif
  static_cast<void>(x);
}
