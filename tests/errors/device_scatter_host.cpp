// SPDX-License-Identifier: BSL-1.0
// expect: this expression reads the memory of a device
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  tensor<float, 2, 3> t;
  tensor<int, 2> places{0, 1};
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  t[places] = c + c; // the mistake
#else
  t[places] = to_host(c + c);
#endif
}
