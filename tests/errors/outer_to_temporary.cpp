// SPDX-License-Identifier: BSL-1.0
// expect: or the right side is of another type
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> a(3, 3);
  const dtensor<index, 1> i{0, 2};
#ifndef TWIN
  ix_(i, i) = 1.f; // the mistake
#else
  a[ix_(i, i)] = 1.f;
#endif
}
