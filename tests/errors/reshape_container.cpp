// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const std::vector<float> v{1, 2, 3};
#ifndef TWIN
  auto x = reshape(v, 3, 1); // the mistake
#else
  auto x = reshape(as_tensor(v), 3, 1);
#endif
  static_cast<void>(x);
}
