// SPDX-License-Identifier: BSL-1.0
// expect: these elements have no order
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const dtensor<std::complex<double>, 1> z(3);
#ifndef TWIN
  auto x = top_k(z, 2).values; // the mistake
#else
  auto x = top_k(abs(z), 2).values;
#endif
  static_cast<void>(x);
}
