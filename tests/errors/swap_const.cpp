// SPDX-License-Identifier: BSL-1.0
// expect: swap exchanges the elements of two views, or the memory of two tensors of one type
#include <stria/stria.hpp>
using namespace stria;
int main() {
  fortran_tensor<double, dyn, dyn> a(2, 2), b(2, 2);
  const fortran_tensor<double, dyn, dyn> c(2, 2);
#ifndef TWIN
  swap(c, a); // the mistake
#else
  swap(a, b);
#endif
  static_cast<void>(c);
}
