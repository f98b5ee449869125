// SPDX-License-Identifier: BSL-1.0
// expect: the index arrays of the subscript do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
  const tensor j{0, 1, 2};
#ifndef TWIN
  auto x = t[i, j]; // the mistake
#else
  auto x = t[i[_, newaxis], j];
#endif
  static_cast<void>(x);
}
