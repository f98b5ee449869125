// SPDX-License-Identifier: BSL-1.0
// expect: ~ takes integers or bools
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = ~a; // the mistake
#else
  auto x = !a;
#endif
  static_cast<void>(x);
}
