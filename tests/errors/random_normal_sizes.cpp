// SPDX-License-Identifier: BSL-1.0
// expect: random::normal: the extents (batch, 3) need 1 size
#include <stria/stria.hpp>
using namespace stria;
int main() {
  static constexpr dim batch{"batch"};
  random::generator g(1);
#ifndef TWIN
  auto x = random::normal<float, batch, 3>(g); // the mistake
#else
  auto x = random::normal<float, batch, 3>(g, 2);
#endif
  static_cast<void>(x);
}
