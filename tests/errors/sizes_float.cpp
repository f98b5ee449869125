// SPDX-License-Identifier: BSL-1.0
// expect: takes 1 size, one for each extent that is not static, as integers or constants
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  dtensor<float, 1> x(2.5); // the mistake
#else
  dtensor<float, 1> x(2);
#endif
  static_cast<void>(x);
}
