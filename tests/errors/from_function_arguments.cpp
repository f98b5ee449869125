// SPDX-License-Identifier: BSL-1.0
// expect: the function cannot be called with 2 subscripts, one for each axis
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = from_function([](stria::index i) { return i; }, 2, 3); // the mistake
#else
  auto x = from_function([](stria::index i, stria::index j) { return i + j; }, 2, 3);
#endif
  static_cast<void>(x);
}
