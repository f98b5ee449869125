// SPDX-License-Identifier: BSL-1.0
// expect: this expression reads the memory of a device
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  tensor<float, 2, 3> t;
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  t += c; // the mistake
#else
  t += to_host(c);
#endif
}
