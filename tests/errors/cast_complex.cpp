// SPDX-License-Identifier: BSL-1.0
// expect: the elements do not convert to the requested type
#include <stria/stria.hpp>

#include <complex>

using namespace stria;
int main() {
  tensor<std::complex<double>, 2> z;
#ifndef TWIN
  auto x = cast<double>(z); // the mistake
#else
  auto x = cast<double>(real(z));
#endif
  static_cast<void>(x);
}
