// SPDX-License-Identifier: BSL-1.0
// expect: a view of a const tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> u;
  const tensor<int, 4> t{};
  auto first = t[range(_0, _2)];
  const auto last = t[range(_2, _4)];
#ifndef TWIN
  first = last; // the mistake
#else
  u[range(_0, _2)] = last;
#endif
  static_cast<void>(first);
  static_cast<void>(u);
}
