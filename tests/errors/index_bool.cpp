// SPDX-License-Identifier: BSL-1.0
// expect: item 0 of the subscript is a bool
// expect: a bool; an item is
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
#ifndef TWIN
  auto x = t[true]; // the mistake
#else
  auto x = t[1];
#endif
  static_cast<void>(x);
}
