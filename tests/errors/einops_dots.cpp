// SPDX-License-Identifier: BSL-1.0
// expect: column 4: ... is in parentheses on the left side
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"(b ...) -> b ...">(t, axis_size<"b">(_1)); // the mistake
#else
  auto x = rearrange<"b ... -> (b ...)">(t);
#endif
  static_cast<void>(x);
}
