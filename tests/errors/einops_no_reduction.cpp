// SPDX-License-Identifier: BSL-1.0
// expect: the reduction must be sum, prod, mean, min
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = reduce<"b h -> b">(t, 3); // the mistake
#else
  auto x = reduce<"b h -> b">(t, mean);
#endif
  static_cast<void>(x);
}
