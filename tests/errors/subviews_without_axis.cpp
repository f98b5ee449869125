// SPDX-License-Identifier: BSL-1.0
// expect: the axis is missing: write subviews(t, _0)
#include <stria/ranges.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> t(3, 4);
#ifndef TWIN
  auto x = subviews(t); // the mistake
#else
  auto x = subviews(t, _0);
#endif
  static_cast<void>(x);
}
