// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  tensor<float, 2, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifndef TWIN
  auto x = matmul(a, v); // the mistake
#else
  auto x = matmul(a, as_tensor(v));
#endif
  static_cast<void>(x);
}
