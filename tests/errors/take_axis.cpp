// SPDX-License-Identifier: BSL-1.0
// expect: there is no axis 2 in the shape (3, 4)
// expect: shape (3, 4); axes are -2 to 1
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
#ifndef TWIN
  auto x = take(t, i, _2); // the mistake
#else
  auto x = take(t, i, _1);
#endif
  static_cast<void>(x);
}
