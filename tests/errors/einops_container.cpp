// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const std::vector<float> v{1, 2, 3};
#ifndef TWIN
  auto x = reduce<"a -> ">(v, max); // the mistake
#else
  auto x = reduce<"a -> ">(as_tensor(v), max);
#endif
  static_cast<void>(x);
}
