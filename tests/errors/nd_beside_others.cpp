// SPDX-License-Identifier: BSL-1.0
// expect: must be the only item of its subscript
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4, 4> t;
#ifndef TWIN
  auto x = t[nd({{0}, {1}}), _]; // the mistake
#else
  auto x = t[nd({{0}, {1}})];
#endif
  static_cast<void>(x);
}
