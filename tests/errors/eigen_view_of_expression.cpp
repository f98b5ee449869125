// SPDX-License-Identifier: BSL-1.0
// expect: as_view takes an Eigen object whose elements are in memory
#include <stria/stria.hpp>

#include <stria/interop/eigen.hpp>
using namespace stria;
int main() {
  const Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3, 4);
#ifndef TWIN
  auto x = as_view(m + m); // the mistake
#else
  auto x = as_view(m);
#endif
  static_cast<void>(x);
}
