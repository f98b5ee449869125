// SPDX-License-Identifier: BSL-1.0
// expect: the elements of idx are not integers
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
  tensor<float, 2, 1> idx;
#ifndef TWIN
  auto x = tensor_scatter_nd_add(t, idx, 1); // the mistake
#else
  auto x = tensor_scatter_nd_add(t, cast<int>(idx), 1);
#endif
  static_cast<void>(x);
}
