// SPDX-License-Identifier: BSL-1.0
// expect: boolean_mask: a mask has bools; a[indices] selects by integers
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<float, 3> a;
  const tensor<int, 3> m;
#ifndef TWIN
  auto x = boolean_mask(a, m); // the mistake
#else
  auto x = boolean_mask(a, m != 0);
#endif
  static_cast<void>(x);
}
