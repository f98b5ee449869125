// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <tuple>
#include <vector>
using namespace stria;
int main() {
  tensor<float, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifndef TWIN
  auto x = select(std::tuple{a > 0.F}, std::tuple{v}, 0.F); // the mistake
#else
  auto x = select(std::tuple{a > 0.F}, std::tuple{as_tensor(v)}, 0.F);
#endif
  static_cast<void>(x);
}
