// SPDX-License-Identifier: BSL-1.0
// expect: column 1: ...
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 12> t;
#ifndef TWIN
  auto x = rearrange<"...pre -> ...pre">(t); // the mistake
#else
  auto x = rearrange<"... pre -> ... pre">(t);
#endif
  static_cast<void>(x);
}
