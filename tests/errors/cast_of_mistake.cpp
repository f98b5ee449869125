// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (3,) and (2,) do not broadcast
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifndef TWIN
  auto x = cast<float>(a * b); // the mistake
#else
  auto x = cast<float>(a * b[_, newaxis]);
#endif
  static_cast<void>(x);
}
