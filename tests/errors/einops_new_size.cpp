// SPDX-License-Identifier: BSL-1.0
// expect: column 12: n is new and needs a size
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = repeat<"b h -> b h n">(t); // the mistake
#else
  auto x = repeat<"b h -> b h n">(t, axis_size<"n">(2));
#endif
  static_cast<void>(x);
}
