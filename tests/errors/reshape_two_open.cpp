// SPDX-License-Identifier: BSL-1.0
// expect: more than one size in (-1, -1) is -1; only one can be computed
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
#ifndef TWIN
  auto x = reshape(a, -_1, -_1); // the mistake
#else
  auto x = reshape(a, _2, -_1);
#endif
  static_cast<void>(x);
}
