// SPDX-License-Identifier: BSL-1.0
// expect: column 4: axis 1 has 12 elements, which cannot be divided by 5
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"p">(_5)); // the mistake
#else
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"p">(_6));
#endif
  static_cast<void>(x);
}
