// SPDX-License-Identifier: BSL-1.0
// expect: the step of item 0 is 0; a slice needs a step other than 0
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> t;
#ifndef TWIN
  auto x = t["1:3:0"_ix]; // the mistake
#else
  auto x = t["1:3:2"_ix];
#endif
  static_cast<void>(x);
}
