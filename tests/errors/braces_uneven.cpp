// SPDX-License-Identifier: BSL-1.0
// expect: the braces hold different types or levels
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  tensor x{{1., 2}, {3., 4.}}; // the mistake
#else
  tensor x{{1., 2.}, {3., 4.}};
#endif
  static_cast<void>(x);
}
