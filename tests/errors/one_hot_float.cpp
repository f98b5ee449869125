// SPDX-License-Identifier: BSL-1.0
// expect: one_hot needs integer indices
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = one_hot(a, _4); // the mistake
#else
  auto x = one_hot(cast<index_t>(a), _4);
#endif
  static_cast<void>(x);
}
