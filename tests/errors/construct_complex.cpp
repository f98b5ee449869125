// SPDX-License-Identifier: BSL-1.0
// expect: do not convert to those of the target
#include <stria/stria.hpp>

#include <complex>

using namespace stria;
int main() {
  tensor<std::complex<double>, 2> z;
#ifndef TWIN
  tensor<double, 2> x = z; // the mistake
#else
  tensor<double, 2> x = real(z);
#endif
  static_cast<void>(x);
}
