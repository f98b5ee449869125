// SPDX-License-Identifier: BSL-1.0
// expect: a second ellipsis in the subscript
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 4> t;
#ifndef TWIN
  auto x = t["..., 1, ..."_ix]; // the mistake
#else
  auto x = t["..., 1"_ix];
#endif
  static_cast<void>(x);
}
