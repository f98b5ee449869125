// SPDX-License-Identifier: BSL-1.0
// expect: a second ellipsis in the subscript
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
#ifndef TWIN
  auto x = t[ellipsis, i, ellipsis]; // the mistake
#else
  auto x = t[ellipsis, i];
#endif
  static_cast<void>(x);
}
