// SPDX-License-Identifier: BSL-1.0
// expect: the ranks differ; t[ellipsis] = x repeats x
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 3> u;
#ifndef TWIN
  tensor<int, 1, 3> x(u); // the mistake
#else
  tensor<int, 1, 3> x(u[newaxis]);
#endif
  static_cast<void>(x);
}
