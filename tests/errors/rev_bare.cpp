// SPDX-License-Identifier: BSL-1.0
// expect: item 1 of the subscript is
// expect: rev() and range(b, e) need parentheses
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> t(3, 4);
#ifndef TWIN
  const dtensor<float, 2> x = t[_, rev]; // the mistake
#else
  const dtensor<float, 2> x = t[_, rev()];
#endif
  static_cast<void>(x);
}
