// SPDX-License-Identifier: BSL-1.0
// expect: cumsum does not accept include_initial: write cumulative_sum(a, _0, include_initial)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = cumsum(v, include_initial); // the mistake
#else
  auto x = cumulative_sum(v, include_initial);
#endif
  static_cast<void>(x);
}
