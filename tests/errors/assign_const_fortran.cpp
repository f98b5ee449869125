// SPDX-License-Identifier: BSL-1.0
// expect: this is a selection from a const tensor and cannot be written
#include <stria/stria.hpp>
using namespace stria;
int main() {
  fortran_tensor<double, dyn, dyn> a(2, 2);
  const fortran_tensor<double, dyn, dyn> c(2, 2);
#ifndef TWIN
  c[{0, 1}] = 9.; // the mistake
#else
  a[{0, 1}] = 9.;
#endif
  static_cast<void>(a);
  static_cast<void>(c);
}
