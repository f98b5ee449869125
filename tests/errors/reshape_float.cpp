// SPDX-License-Identifier: BSL-1.0
// expect: reshape: a size is neither an integer nor a constant
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
#ifndef TWIN
  auto x = reshape(a, 2., 2); // the mistake
#else
  auto x = reshape(a, 2, 2);
#endif
  static_cast<void>(x);
}
