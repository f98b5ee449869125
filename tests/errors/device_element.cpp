// SPDX-License-Identifier: BSL-1.0
// expect: an element in the memory of a device is not a number on the host
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  float x = c[1, 2]; // the mistake
#else
  float x = to_host(c[1, 2]);
#endif
  static_cast<void>(x);
}
