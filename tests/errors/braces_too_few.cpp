// SPDX-License-Identifier: BSL-1.0
// expect: braces of 2 levels for a tensor of the extents (?, ?, ?)
// expect: use one level for each axis
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  const dtensor<float, 3> t{{1, 2}, {3, 4}}; // the mistake
#else
  const dtensor<float, 3> t{{{1, 2}, {3, 4}}};
#endif
  static_cast<void>(t);
}
