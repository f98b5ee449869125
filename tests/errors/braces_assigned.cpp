// SPDX-License-Identifier: BSL-1.0
// expect: write sizes in parentheses, t(2, 3), and each row in its own braces, {{2, 3}}
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  dtensor<float, 2> x = {1, 2, 3}; // the mistake
#else
  dtensor<float, 2> x = {{1, 2, 3}};
#endif
  static_cast<void>(x);
}
