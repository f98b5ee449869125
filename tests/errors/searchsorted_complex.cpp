// SPDX-License-Identifier: BSL-1.0
// expect: these elements have no order
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const dtensor<std::complex<double>, 1> z(3);
#ifndef TWIN
  auto x = searchsorted(z, z); // the mistake
#else
  auto x = searchsorted(abs(z), abs(z));
#endif
  static_cast<void>(x);
}
