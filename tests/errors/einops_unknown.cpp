// SPDX-License-Identifier: BSL-1.0
// expect: column 12: w is missing on the left side
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b h -> b h w">(t); // the mistake
#else
  auto x = rearrange<"b h -> b h 1">(t);
#endif
  static_cast<void>(x);
}
