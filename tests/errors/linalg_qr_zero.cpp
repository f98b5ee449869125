// SPDX-License-Identifier: BSL-1.0
// expect: linalg::qr: the mode is linalg::reduced, linalg::complete or a text
#include <stria/linalg.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> m(3, 3);
#ifndef TWIN
  auto x = linalg::qr(m, 0); // the mistake
#else
  auto x = linalg::qr(m);
#endif
  static_cast<void>(x);
}
