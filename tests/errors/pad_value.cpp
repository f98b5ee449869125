// SPDX-License-Identifier: BSL-1.0
// expect: the third argument is the mode, and a value follows it
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> m(3, 3);
#ifndef TWIN
  auto x = pad(m, 1, 7.); // the mistake
#else
  auto x = pad(m, 1, pad_mode::edge);
#endif
  static_cast<void>(x);
}
