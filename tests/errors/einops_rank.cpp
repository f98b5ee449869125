// SPDX-License-Identifier: BSL-1.0
// expect: the left side does not have as many axes as the operand; the shape is (2, 12)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b h w -> b (h w)">(t); // the mistake
#else
  auto x = rearrange<"b ... w -> b (... w)">(t);
#endif
  static_cast<void>(x);
}
