// SPDX-License-Identifier: BSL-1.0
// expect: tile: a size is neither an integer nor a constant
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
#ifndef TWIN
  auto x = tile(a, 2.5); // the mistake
#else
  auto x = tile(a, 2);
#endif
  static_cast<void>(x);
}
