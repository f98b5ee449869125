// SPDX-License-Identifier: BSL-1.0
// expect: the ranks differ; t[ellipsis] = x repeats x
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
  tensor<int, 3> u;
#ifndef TWIN
  t = u; // the mistake
#else
  t[ellipsis] = u;
#endif
  static_cast<void>(t);
}
