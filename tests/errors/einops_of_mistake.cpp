// SPDX-License-Identifier: BSL-1.0
// expect: index 9 is out of bounds
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = reduce<"a -> ">(t[_9], max); // the mistake
#else
  auto x = reduce<"a -> ">(t[_1], max);
#endif
  static_cast<void>(x);
}
