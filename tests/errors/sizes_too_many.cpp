// SPDX-License-Identifier: BSL-1.0
// expect: a tensor of the extents (batch, 3) takes 1 size, one for each extent that is not static,
// and got 2
#include <stria/stria.hpp>
using namespace stria;
inline constexpr dim batch{"batch"};
int main() {
#ifndef TWIN
  tensor<float, batch, 3> x(10, 3, 1); // the mistake
#else
  tensor<float, batch, 3> x(10, 3);
#endif
  static_cast<void>(x);
}
