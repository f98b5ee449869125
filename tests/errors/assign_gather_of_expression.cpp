// SPDX-License-Identifier: BSL-1.0
// expect: a selection from an expression
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
#ifndef TWIN
  (t + 1)[nd({{0}, {2}})] = 1; // the mistake
#else
  t[nd({{0}, {2}})] = 1;
#endif
  static_cast<void>(t);
}
