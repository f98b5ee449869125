// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const, or an expression without memory
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 2);
  const tensor rows{0, 2};
  const auto chosen = a[rows];
#ifndef TWIN
  chosen = 0.f; // the mistake
#else
  a[rows] = 0.f;
#endif
  static_cast<void>(chosen);
}
