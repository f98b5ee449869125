// SPDX-License-Identifier: BSL-1.0
// expect: the left side is a const number or string
#include <stria/stria.hpp>

#include <complex>
using namespace stria;
int main() {
  dtensor<std::complex<float>, 1> z(3);
#ifndef TWIN
  sum(z) += 3.f; // the mistake
#else
  auto s = sum(z);
  s += 3.f;
#endif
}
