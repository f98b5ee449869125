// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const std::vector<double> v{1, 2, 3};
#ifndef TWIN
  auto x = concat(v, v); // the mistake
#else
  auto x = concat(_0, as_tensor(v), as_tensor(v));
#endif
  static_cast<void>(x);
}
