// SPDX-License-Identifier: BSL-1.0
// expect: t[ellipsis] is a view of a tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<double, 2> a;
  tensor<double, 3, 2> b;
#ifndef TWIN
  swap(a, b[0]); // the mistake
#else
  swap(a[ellipsis], b[0]);
#endif
}
