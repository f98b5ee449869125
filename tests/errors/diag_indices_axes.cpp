// SPDX-License-Identifier: BSL-1.0
// expect: diag_indices: the number of axes must be a constant (_3)
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = diag_indices(3, 2); // the mistake
#else
  auto x = diag_indices(3, _2);
#endif
  static_cast<void>(x);
}
