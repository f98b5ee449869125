// SPDX-License-Identifier: BSL-1.0
// expect: as_eigen_tensor takes a tensor or a view
#include <stria/stria.hpp>

#include <stria/interop/eigen_tensor.hpp>
using namespace stria;
int main() {
  dtensor<double, 3> a(3, 4, 5);
#ifndef TWIN
  auto x = as_eigen_tensor(a + 1.0); // the mistake
#else
  auto x = as_eigen_tensor(a);
#endif
  static_cast<void>(x);
}
