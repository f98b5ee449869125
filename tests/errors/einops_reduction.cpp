// SPDX-License-Identifier: BSL-1.0
// expect: "b h -> b": the reduction must be sum, prod, mean, min, max, any or all_of
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
