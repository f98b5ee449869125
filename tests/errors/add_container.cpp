// SPDX-License-Identifier: BSL-1.0
// expect: +: one side is a container, not a tensor
// expect: as_tensor(c) copies its elements
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  tensor<float, 3> a;
  const std::vector<float> v(3);
#ifndef TWIN
  auto x = a + v; // the mistake
#else
  auto x = a + as_tensor(v);
#endif
  static_cast<void>(x);
}
