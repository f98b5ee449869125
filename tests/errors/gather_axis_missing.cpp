// SPDX-License-Identifier: BSL-1.0
// expect: gather: the axis is missing
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
  const tensor i{0, 2};
#ifndef TWIN
  auto x = gather(a, i); // the mistake
#else
  auto x = gather(a, i, _0);
#endif
  static_cast<void>(x);
}
