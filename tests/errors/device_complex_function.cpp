// SPDX-License-Identifier: BSL-1.0
// expect: has no kernel for complex numbers
#include <stria/stria.hpp>

#include <stria/device.hpp>

#include <complex>
using namespace stria;
int main() {
  device_tensor<std::complex<float>, 3> c(default_device());
#ifndef TWIN
  c = asinh(c); // the mistake
#else
  c = sinh(c);
#endif
}
