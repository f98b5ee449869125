// SPDX-License-Identifier: BSL-1.0
// expect: all is the whole axis in a subscript
// expect: tests whether all elements are true
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 4);
#ifndef TWIN
  const bool positive = all(a > 0.f); // the mistake
#else
  const bool positive = all_of(a > 0.f);
#endif
  static_cast<void>(positive);
}
