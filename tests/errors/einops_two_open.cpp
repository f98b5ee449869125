// SPDX-License-Identifier: BSL-1.0
// expect: column 6: p is a second axis without a size in these parentheses
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b (h p) -> b h p">(t); // the mistake
#else
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"p">(_4));
#endif
  static_cast<void>(x);
}
