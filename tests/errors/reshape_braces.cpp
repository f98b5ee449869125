// SPDX-License-Identifier: BSL-1.0
// expect: braces are not accepted here
// expect: as in sum(t, _0, _1)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> t(3, 4);
#ifndef TWIN
  const dtensor<float, 2> x = reshape(t, {4, 3}); // the mistake
#else
  const dtensor<float, 2> x = reshape(t, 4, 3);
#endif
  static_cast<void>(x);
}
