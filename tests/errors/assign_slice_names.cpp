// SPDX-License-Identifier: BSL-1.0
// expect: the extents of axis 0 have different names
#include <stria/stria.hpp>
using namespace stria;
inline constexpr dim batch{"batch"}, features{"features"};
int main() {
  tensor<int, batch, 4> t(2);
  tensor<int, features> u(2);
  tensor<int, batch> v(2);
#ifndef TWIN
  t[_, _0] = u; // the mistake
#else
  t[_, _0] = v;
#endif
  static_cast<void>(t);
  static_cast<void>(u);
  static_cast<void>(v);
}
