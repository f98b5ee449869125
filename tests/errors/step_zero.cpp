// SPDX-License-Identifier: BSL-1.0
// expect: stria:
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 5> t;
#ifndef TWIN
  auto x = t[range(_, _, _0)]; // the mistake
#else
  auto x = t[range(_, _, _1)];
#endif
  static_cast<void>(x);
}
