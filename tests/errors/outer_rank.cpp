// SPDX-License-Identifier: BSL-1.0
// expect: ix_ takes one-dimensional arrays
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{{0, 1}};
#ifndef TWIN
  auto x = t[ix_(i, i)]; // the mistake
#else
  auto x = t[ix_(i[_0], i[_0])];
#endif
  static_cast<void>(x);
}
