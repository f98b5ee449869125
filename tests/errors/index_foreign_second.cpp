// SPDX-License-Identifier: BSL-1.0
// expect: of a type that is not an index
#include <stria/stria.hpp>
using namespace stria;
int main() {
  struct place {};
  tensor<int, 4, 4> t;
#ifndef TWIN
  auto x = t[_, place()]; // the mistake
#else
  auto x = t[_, 1];
#endif
  static_cast<void>(x);
}
