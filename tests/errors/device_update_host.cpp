// SPDX-License-Identifier: BSL-1.0
// expect: one operand is in the memory of a device and another in the
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  const tensor<float, 3> t;
#ifndef TWIN
  c += t; // the mistake
#else
  c += to_device(t, d);
#endif
}
