// SPDX-License-Identifier: BSL-1.0
// expect: stria:
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(2, 2);
  const dtensor<float, 2> c(2, 2);
  const dtensor<int, 2> rows(2, 1);
#ifndef TWIN
  put_along_axis(c, rows, 9.f, _1); // the mistake
#else
  put_along_axis(a, rows, 9.f, _1);
#endif
  static_cast<void>(a);
  static_cast<void>(c);
}
