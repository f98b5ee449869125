// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  tensor<float, 3> a;
  const std::vector<int> v{1, 2, 0};
#ifndef TWIN
  auto x = take_along_axis(a, v, _0); // the mistake
#else
  auto x = take_along_axis(a, as_tensor(v), _0);
#endif
  static_cast<void>(x);
}
