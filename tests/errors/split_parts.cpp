// SPDX-License-Identifier: BSL-1.0
// expect: 3 elements cannot be split into 2 equal parts
// expect: split: 3 elements cannot
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = split(t, _2, _1); // the mistake
#else
  auto x = split(t, _3, _1);
#endif
  static_cast<void>(x);
}
