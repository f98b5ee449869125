// SPDX-License-Identifier: BSL-1.0
// expect: there is no axis -1 in the shape (), which has none
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int> t;
#ifndef TWIN
  auto x = sort(t); // the mistake
#else
  auto x = sort(reshape(t, _1));
#endif
  static_cast<void>(x);
}
