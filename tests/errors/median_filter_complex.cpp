// SPDX-License-Identifier: BSL-1.0
// expect: median_filter: these elements have no order
#include <stria/stria.hpp>

#include <stria/signal.hpp>

#include <complex>
using namespace stria;
int main() {
  tensor<std::complex<float>, 5> a;
#ifndef TWIN
  auto x = signal::median_filter(a, 3); // the mistake
#else
  auto x = signal::median_filter(abs(a), 3);
#endif
  static_cast<void>(x);
}
