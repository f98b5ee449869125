// SPDX-License-Identifier: BSL-1.0
// expect: one side is a container, not a tensor; as_tensor(c) copies its elements
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const dtensor<int, 1> k(2);
  const std::vector c{1, 2};
#ifndef TWIN
  auto x = k % c; // the mistake
#else
  auto x = k % as_tensor(c);
#endif
  static_cast<void>(x);
}
