// SPDX-License-Identifier: BSL-1.0
// expect: log1p takes real numbers; abs(a), real(a) or imag(a) converts complex ones
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const dtensor<std::complex<double>, 1> z(3);
#ifndef TWIN
  auto x = log1p(z); // the mistake
#else
  auto x = log1p(abs(z));
#endif
  static_cast<void>(x);
}
