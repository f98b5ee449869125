// SPDX-License-Identifier: BSL-1.0
// expect: subviews needs a tensor or a view that outlives the result
#include <stria/ranges.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> a;
#ifndef TWIN
  auto x = subviews(a + 1.f, _0); // the mistake
#else
  auto x = subviews(a, _0);
#endif
  static_cast<void>(x);
}
