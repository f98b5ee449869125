// SPDX-License-Identifier: BSL-1.0
// expect: expected tensors, views or expressions
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  dtensor<float, 2> t(3, 4);
  const std::vector<int> place{0, 2};
#ifndef TWIN
  t[nd(place)] = 1.f; // the mistake
#else
  t[nd({{0, 2}})] = 1.f;
#endif
}
