// SPDX-License-Identifier: BSL-1.0
// expect: matmul: the shapes (2, 3) and (2, 3)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> a, b;
#ifndef TWIN
  auto x = matmul(a, b); // the mistake
#else
  auto x = matmul(a, transpose(b));
#endif
  static_cast<void>(x);
}
