// SPDX-License-Identifier: BSL-1.0
// expect: column 6: 2 is a number on the left side
// expect: the left side, which only reduce
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b (h 2) -> b h">(t); // the mistake
#else
  auto x = reduce<"b (h 2) -> b h">(t, min);
#endif
  static_cast<void>(x);
}
