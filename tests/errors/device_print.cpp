// SPDX-License-Identifier: BSL-1.0
// expect: this expression reads the memory of a device
#include <stria/stria.hpp>

#include <stria/device.hpp>

#include <iostream>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  std::cout << c << '\n'; // the mistake
#else
  std::cout << to_host(c) << '\n';
#endif
}
