// SPDX-License-Identifier: BSL-1.0
// expect: interp: complex values before the first and behind the last sample need complex samples
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  const tensor<double, 2> xp{1., 2.}, fp{3., 4.};
#ifndef TWIN
  auto y = interp(0.5, xp, fp, std::complex<double>(0, 1)); // the mistake
#else
  auto y = interp(0.5, xp, cast<std::complex<double>>(fp), std::complex<double>(0, 1));
#endif
  static_cast<void>(y);
}
