// SPDX-License-Identifier: BSL-1.0
// expect: a second ellipsis in the subscript
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 5, 3> t;
#ifndef TWIN
  auto x = t[ellipsis, 1, ellipsis]; // the mistake
#else
  auto x = t[ellipsis, 1];
#endif
  static_cast<void>(x);
}
