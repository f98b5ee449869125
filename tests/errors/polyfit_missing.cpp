// SPDX-License-Identifier: BSL-1.0
// expect: the degree is missing: write polyfit(x, y, degree)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = polyfit(v, v); // the mistake
#else
  auto x = polyfit(v, v, 1);
#endif
  static_cast<void>(x);
}
