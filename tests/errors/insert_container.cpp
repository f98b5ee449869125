// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
  const std::vector<double> c{1, 2, 3};
#ifndef TWIN
  auto x = insert(v, 0, c); // the mistake
#else
  auto x = insert(v, 0, as_tensor(c));
#endif
  static_cast<void>(x);
}
