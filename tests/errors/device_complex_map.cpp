// SPDX-License-Identifier: BSL-1.0
// expect: has no kernel for complex numbers
#include <stria/stria.hpp>

#include <stria/device.hpp>

#include <complex>
using namespace stria;
STRIA_DEVICE_FUNCTION(twice, (std::complex<float> x), { return x + x; });
int main() {
  device_tensor<std::complex<float>, 3> c(default_device());
#ifndef TWIN
  c = map(twice, c); // the mistake
#else
  c = c + c;
#endif
}
