// SPDX-License-Identifier: BSL-1.0
// expect: this expression reads the memory of a device
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  tensor<float, 2, 3> t;
#ifndef TWIN
  noalias(t) = c + c; // the mistake
#else
  noalias(t) = to_host(c + c);
#endif
}
