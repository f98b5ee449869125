// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <functional>
#include <vector>
using namespace stria;
int main() {
  tensor<float, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifndef TWIN
  auto x = map(std::plus<>(), a, v); // the mistake
#else
  auto x = map(std::plus<>(), a, as_tensor(v));
#endif
  static_cast<void>(x);
}
