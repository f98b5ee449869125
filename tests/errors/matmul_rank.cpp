// SPDX-License-Identifier: BSL-1.0
// expect: rank 1 or more
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> a;
  tensor<float> b(2.f);
#ifndef TWIN
  auto x = matmul(a, b); // the mistake
#else
  auto x = a * b;
#endif
  static_cast<void>(x);
}
