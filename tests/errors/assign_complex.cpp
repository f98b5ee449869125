// SPDX-License-Identifier: BSL-1.0
// expect: do not convert to those of the target
#include <stria/stria.hpp>

#include <complex>

using namespace stria;
int main() {
  tensor<double, 2> t;
  tensor<std::complex<double>, 2> z;
#ifndef TWIN
  t = z * 2.; // the mistake
#else
  t = real(z * 2.);
#endif
  static_cast<void>(t);
}
