// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3,) does not fit into the target of shape (2, 4)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3, 4> t;
  const tensor i{0, 2};
  const tensor u{1, 2, 3};
#ifndef TWIN
  t[i] = u; // the mistake
#else
  t[i, range(_1, _)] = u;
#endif
  static_cast<void>(t);
}
