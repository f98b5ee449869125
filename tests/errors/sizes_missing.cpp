// SPDX-License-Identifier: BSL-1.0
// expect: a tensor of the extents (?, ?) takes 2 sizes, one for each extent that is not static, and
// got 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  dtensor<float, 2> x(3); // the mistake
#else
  dtensor<float, 2> x(3, 4);
#endif
  static_cast<void>(x);
}
