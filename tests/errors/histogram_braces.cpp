// SPDX-License-Identifier: BSL-1.0
// expect: histogram: braces hold the edges of the bins, or lo and hi after the number of bins
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = histogram(v, 10, {0, 0.5}); // the mistake
#else
  auto x = histogram(v, 10, {0., 0.5});
#endif
  static_cast<void>(x);
}
