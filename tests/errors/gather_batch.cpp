// SPDX-License-Identifier: BSL-1.0
// expect: batch axes do not fit
// expect: they must come before the axis
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{{0}, {1}, {2}};
#ifndef TWIN
  auto x = gather(t, i, _0, batch_dims<1>); // the mistake
#else
  auto x = gather(t, i, _1, batch_dims<1>);
#endif
  static_cast<void>(x);
}
