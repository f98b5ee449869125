// SPDX-License-Identifier: BSL-1.0
// expect-gcc: overloaded function with no contextual type
// expect-clang: reference to overloaded function
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = reduce<"b h -> b">(t, median); // the mistake
#else
  auto x = reduce<"b h -> b">(t, max);
#endif
  static_cast<void>(x);
}
