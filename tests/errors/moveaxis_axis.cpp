// SPDX-License-Identifier: BSL-1.0
// expect: moveaxis: there is no axis 2 in the shape (4, 2)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 2> a;
#ifndef TWIN
  auto x = moveaxis(a, _0, _2); // the mistake
#else
  auto x = moveaxis(a, _0, _1);
#endif
  static_cast<void>(x);
}
