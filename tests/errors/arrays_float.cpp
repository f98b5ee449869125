// SPDX-License-Identifier: BSL-1.0
// expect: an array whose elements are neither integers nor bools
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{0., 2.};
#ifndef TWIN
  auto x = t[i]; // the mistake
#else
  auto x = t[cast<int>(i)];
#endif
  static_cast<void>(x);
}
