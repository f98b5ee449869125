// SPDX-License-Identifier: BSL-1.0
// expect: meshgrid takes vectors, operands of rank 1; the shape is (2, 3)
// expect: stria: meshgrid takes vectors,
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = meshgrid(t[_0], t); // the mistake
#else
  auto x = meshgrid(t[_0], t[_1]);
#endif
  static_cast<void>(x);
}
