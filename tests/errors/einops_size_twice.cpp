// SPDX-License-Identifier: BSL-1.0
// expect: column 4: h has two axis_sizes
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"h">(_3), axis_size<"h">(3)); // the mistake
#else
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"h">(_3), axis_size<"p">(4));
#endif
  static_cast<void>(x);
}
