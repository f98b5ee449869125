// SPDX-License-Identifier: BSL-1.0
// expect: maximum takes real numbers; abs(a), real(a) or imag(a) converts complex ones
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const dtensor<std::complex<double>, 1> z(3);
#ifndef TWIN
  auto x = maximum(z, 1.); // the mistake
#else
  auto x = maximum(abs(z), 1.);
#endif
  static_cast<void>(x);
}
