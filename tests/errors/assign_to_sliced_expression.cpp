// SPDX-License-Identifier: BSL-1.0
// expect: an expression has no memory to write into
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  dtensor<std::complex<float>, 1> z(3);
  const dtensor<float, 1> r(3);
#ifndef TWIN
  real(z)[range(1, 3)] = r[range(1, 3)]; // the mistake
#else
  z[range(1, 3)] = r[range(1, 3)];
#endif
}
