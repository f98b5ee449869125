// SPDX-License-Identifier: BSL-1.0
// expect: as_eigen takes a tensor or a view
#include <stria/stria.hpp>

#include <stria/interop/eigen.hpp>
using namespace stria;
int main() {
  dtensor<double, 2> a(3, 4);
#ifndef TWIN
  auto x = as_eigen(a + 1.0); // the mistake
#else
  auto x = as_eigen(a);
#endif
  static_cast<void>(x);
}
