// SPDX-License-Identifier: BSL-1.0
// expect: item 0 of the subscript is in braces
// expect: braces hold integers or bools of one type
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> t(3, 4);
  const index last = 2;
#ifndef TWIN
  const dtensor<float, 2> x = t[{0, last}]; // the mistake
#else
  const dtensor<float, 2> x = t[{index{0}, last}];
#endif
  static_cast<void>(x);
}
