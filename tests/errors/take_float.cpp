// SPDX-License-Identifier: BSL-1.0
// expect: an array whose elements are neither integers nor bools
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3, 2> a;
  tensor<float, 2> i;
#ifndef TWIN
  auto x = take(a, i, _0); // the mistake
#else
  auto x = take(a, cast<index_t>(i), _0);
#endif
  static_cast<void>(x);
}
