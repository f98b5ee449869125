// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (3,) and (4,) do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 3> t;
#ifndef TWIN
  auto r = eval(max(t, _0) - min(t, _1)); // the mistake
#else
  auto r = eval(max(t, _0) - min(t, _0));
#endif
  static_cast<void>(r);
}
