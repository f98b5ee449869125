// SPDX-License-Identifier: BSL-1.0
// expect: column 1: a_
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"a_ h -> h a_">(t); // the mistake
#else
  auto x = rearrange<"a_1 h -> h a_1">(t);
#endif
  static_cast<void>(x);
}
