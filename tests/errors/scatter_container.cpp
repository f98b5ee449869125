// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  tensor<float, 3> a;
  const tensor<int, 2, 1> places{{0}, {2}};
  const std::vector<float> v{1, 2};
#ifndef TWIN
  auto x = tensor_scatter_nd_add(a, places, v); // the mistake
#else
  auto x = tensor_scatter_nd_add(a, places, as_tensor(v));
#endif
  static_cast<void>(x);
}
