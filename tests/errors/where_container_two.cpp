// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const std::vector<double> c{1, 0, 3};
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = where(c, v); // the mistake
#else
  auto x = where(as_tensor(c), v, 0.);
#endif
  static_cast<void>(x);
}
