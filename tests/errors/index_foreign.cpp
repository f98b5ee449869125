// SPDX-License-Identifier: BSL-1.0
// expect: of a type that is not an index
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
#ifndef TWIN
  auto x = t["1:2"]; // the mistake
#else
  auto x = t["1:2"_ix];
#endif
  static_cast<void>(x);
}
