// SPDX-License-Identifier: BSL-1.0
// expect: do not both have 3 axes to sum over
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 4> a;
#ifndef TWIN
  auto x = tensordot(a, a, _3); // the mistake
#else
  auto x = tensordot(a, a, _2);
#endif
  static_cast<void>(x);
}
