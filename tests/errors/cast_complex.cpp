// SPDX-License-Identifier: BSL-1.0
// expect-gcc: the elements do not convert to the type that is asked for
// expect-clang: convert to the type that is asked
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
