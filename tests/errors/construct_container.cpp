// SPDX-License-Identifier: BSL-1.0
// expect: parentheses take sizes
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const std::vector<float> v{1, 2, 3};
#ifndef TWIN
  dtensor<float, 1> x(v); // the mistake
#else
  dtensor<float, 1> x(as_tensor(v));
#endif
  static_cast<void>(x);
}
