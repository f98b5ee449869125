// SPDX-License-Identifier: BSL-1.0
// expect: column 10: 2 is a number on the right side, which only repeat accepts
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = reduce<"b h -> b 2">(t, max); // the mistake
#else
  auto x = repeat<"b h -> b h 2">(t);
#endif
  static_cast<void>(x);
}
