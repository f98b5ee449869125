// SPDX-License-Identifier: BSL-1.0
// expect: these elements have no order
// expect: for complex numbers, abs() and real() give real ones
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  tensor<std::complex<float>, 3> a;
#ifndef TWIN
  auto x = sort(a); // the mistake
#else
  auto x = sort(abs(a));
#endif
  static_cast<void>(x);
}
