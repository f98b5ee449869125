// SPDX-License-Identifier: BSL-1.0
// expect: there is no axis 2 in the shape (4, 3); axes are -2 to 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 3> a;
#ifndef TWIN
  auto x = percentile(a, 50, _2); // the mistake
#else
  auto x = percentile(a, 50, _1);
#endif
  static_cast<void>(x);
}
