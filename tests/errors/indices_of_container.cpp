// SPDX-License-Identifier: BSL-1.0
// expect: the shape is one or more sizes, integers or constants (_3, 12_c), or one std::array
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const std::vector<int> n{2, 3};
#ifndef TWIN
  auto x = indices_of(n); // the mistake
#else
  auto x = indices_of(n[0], n[1]);
#endif
  static_cast<void>(x);
}
