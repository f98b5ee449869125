// SPDX-License-Identifier: BSL-1.0
// expect: column 3: b occurs twice on one side
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"b b -> b">(t); // the mistake
#else
  auto x = rearrange<"b c -> c b">(t);
#endif
  static_cast<void>(x);
}
