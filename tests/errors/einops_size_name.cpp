// SPDX-License-Identifier: BSL-1.0
// expect: q has an axis_size but does not occur in the text
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"q">(4)); // the mistake
#else
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"h">(4));
#endif
  static_cast<void>(x);
}
