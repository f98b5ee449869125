// SPDX-License-Identifier: BSL-1.0
// expect: column 3: ( is not closed
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b (h -> b h">(t); // the mistake
#else
  auto x = rearrange<"b (h) -> b h">(t);
#endif
  static_cast<void>(x);
}
