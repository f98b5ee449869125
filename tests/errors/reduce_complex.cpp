// SPDX-License-Identifier: BSL-1.0
// expect: the elements lack the operator that this reduction needs
// expect: convert complex numbers
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const dtensor<std::complex<double>, 1> z(3);
#ifndef TWIN
  const double x = max(z); // the mistake
#else
  const double x = max(real(z));
#endif
  static_cast<void>(x);
}
