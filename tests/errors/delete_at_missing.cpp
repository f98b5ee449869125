// SPDX-License-Identifier: BSL-1.0
// expect: the positions are missing: write delete_at(a, places)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = delete_at(v); // the mistake
#else
  auto x = delete_at(v, 0);
#endif
  static_cast<void>(x);
}
