// SPDX-License-Identifier: BSL-1.0
// expect: the elements lack the operator that this reduction needs
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const dtensor<std::complex<double>, 2> z(2, 3);
#ifndef TWIN
  auto x = reduce<"a b -> a">(z, max); // the mistake
#else
  auto x = reduce<"a b -> a">(abs(z), max);
#endif
  static_cast<void>(x);
}
