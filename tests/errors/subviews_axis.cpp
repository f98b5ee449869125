// SPDX-License-Identifier: BSL-1.0
// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
#include <stria/ranges.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> a;
#ifndef TWIN
  auto x = subviews(a, _2); // the mistake
#else
  auto x = subviews(a, _1);
#endif
  static_cast<void>(x);
}
