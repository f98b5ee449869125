// SPDX-License-Identifier: BSL-1.0
// expect: braces are not accepted here
// expect: write axes and sizes one by one
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 3> t(2, 3, 4);
#ifndef TWIN
  const dtensor<float, 1> x = sum(t, {0, 1}); // the mistake
#else
  const dtensor<float, 1> x = sum(t, _0, _1);
#endif
  static_cast<void>(x);
}
