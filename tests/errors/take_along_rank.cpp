// SPDX-License-Identifier: BSL-1.0
// expect: both must have the same rank
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
#ifndef TWIN
  auto x = take_along_axis(t, i, _1); // the mistake
#else
  auto x = take_along_axis(t, i[newaxis], _1);
#endif
  static_cast<void>(x);
}
