// SPDX-License-Identifier: BSL-1.0
// expect: expected tensors, views or expressions
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const std::vector<float> v{1, 2, 3};
#ifndef TWIN
  auto x = sum(v); // the mistake
#else
  auto x = sum(as_tensor(v));
#endif
  static_cast<void>(x);
}
