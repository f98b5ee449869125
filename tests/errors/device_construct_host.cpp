// SPDX-License-Identifier: BSL-1.0
// expect: this expression reads the memory of a device
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  tensor<float, 2, 3> r = c + c; // the mistake
#else
  tensor<float, 2, 3> r = to_host(c + c);
#endif
  static_cast<void>(r);
}
