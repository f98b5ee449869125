// SPDX-License-Identifier: BSL-1.0
// expect: the elements of a device_tensor must be bool, integers,
#include <stria/stria.hpp>

#include <stria/device.hpp>

#include <complex>
using namespace stria;
int main() {
  const device d = default_device();
  const tensor<std::complex<long double>, 3> t;
#ifndef TWIN
  auto c = to_device(t, d); // the mistake
#else
  auto c = to_device(cast<std::complex<double>>(t), d);
#endif
  static_cast<void>(c);
}
