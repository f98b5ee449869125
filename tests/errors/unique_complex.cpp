// SPDX-License-Identifier: BSL-1.0
// expect: these elements have no order
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  tensor<std::complex<float>, 3> a;
#ifndef TWIN
  auto x = unique(a); // the mistake
#else
  auto x = unique(abs(a));
#endif
  static_cast<void>(x);
}
