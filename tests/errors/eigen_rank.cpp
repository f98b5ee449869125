// SPDX-License-Identifier: BSL-1.0
// expect: an Eigen matrix has one or two axes
#include <stria/stria.hpp>

#include <stria/interop/eigen.hpp>
using namespace stria;
int main() {
  dtensor<double, 3> a(3, 4, 5);
#ifndef TWIN
  auto x = as_eigen(a); // the mistake
#else
  auto x = as_eigen(a[_0]);
#endif
  static_cast<void>(x);
}
