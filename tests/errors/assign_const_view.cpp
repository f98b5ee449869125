// SPDX-License-Identifier: BSL-1.0
// expect: a view of a const tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<int, 4> t{};
  tensor<int, 4> u;
#ifndef TWIN
  t[range(_0, _2)] = 1; // the mistake
#else
  u[range(_0, _2)] = 1;
#endif
  static_cast<void>(t);
  static_cast<void>(u);
}
