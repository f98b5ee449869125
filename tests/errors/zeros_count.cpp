// SPDX-License-Identifier: BSL-1.0
// expect: the extents (batch, features) need 2 sizes, one for each extent that is not static, and got 1
// expect: zeros: the extents (batch
#include <stria/stria.hpp>
using namespace stria;
int main() {
  static constexpr dim batch{"batch"}, features{"features"};
#ifndef TWIN
  auto x = zeros<float, batch, features>(1); // the mistake
#else
  auto x = zeros<float, batch, features>(1, 2);
#endif
  static_cast<void>(x);
}
