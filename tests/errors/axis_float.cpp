// SPDX-License-Identifier: BSL-1.0
// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
#ifndef TWIN
  auto x = sum(a, axis(0.)); // the mistake
#else
  auto x = sum(a, axis(0));
#endif
  static_cast<void>(x);
}
