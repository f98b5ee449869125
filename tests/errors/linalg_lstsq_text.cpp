// SPDX-License-Identifier: BSL-1.0
// expect: the last argument of linalg::lstsq(a, b, rcond) is a number
#include <stria/linalg.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> m(3, 3);
#ifndef TWIN
  auto x = linalg::lstsq(m, m, "x"); // the mistake
#else
  auto x = linalg::lstsq(m, m, 1e-3);
#endif
  static_cast<void>(x);
}
