// SPDX-License-Identifier: BSL-1.0
// expect: the elements of a device_tensor must be bool, integers,
#include <stria/stria.hpp>

#include <stria/device.hpp>

#include <complex>
using namespace stria;
int main() {
  const device d = default_device();
#ifndef TWIN
  device_tensor<std::complex<long double>, 3> c(d); // the mistake
#else
  device_tensor<std::complex<double>, 3> c(d);
#endif
}
