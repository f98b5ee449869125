// SPDX-License-Identifier: BSL-1.0
// expect: a result of several members has no compound assignments
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 4);
#ifndef TWIN
  unique_counts(a) += 1; // the mistake
#else
  auto u = unique_counts(a);
  u.counts += 1;
#endif
}
