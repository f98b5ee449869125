// SPDX-License-Identifier: BSL-1.0
// expect: an element in the memory of a device is not a number on the host
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  if (c[1, 2] > 0.f) // the mistake
#else
  if (to_host(c[1, 2]) > 0.f)
#endif
    return 1;
}
