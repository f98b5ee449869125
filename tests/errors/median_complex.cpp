// SPDX-License-Identifier: BSL-1.0
// expect: abs(a) and real(a) convert complex numbers
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const dtensor<std::complex<double>, 1> z(3);
#ifndef TWIN
  auto x = nanmedian(z); // the mistake
#else
  auto x = nanmedian(abs(z));
#endif
  static_cast<void>(x);
}
