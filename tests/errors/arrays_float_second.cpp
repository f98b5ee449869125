// SPDX-License-Identifier: BSL-1.0
// expect: item 1 of the subscript is an array whose elements are neither integers nor bools
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{0., 2.};
#ifndef TWIN
  auto x = t[_, i]; // the mistake
#else
  auto x = t[_, cast<int>(i)];
#endif
  static_cast<void>(x);
}
