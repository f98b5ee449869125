// SPDX-License-Identifier: BSL-1.0
// expect: floor takes real numbers; abs(a), real(a) or imag(a) converts complex ones
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const dtensor<std::complex<double>, 1> z(3);
#ifndef TWIN
  auto x = floor(z); // the mistake
#else
  auto x = floor(real(z));
#endif
  static_cast<void>(x);
}
