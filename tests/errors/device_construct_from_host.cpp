// SPDX-License-Identifier: BSL-1.0
// expect: one operand is in the memory of a device and another in the
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  tensor<float, 2, 3> t;
#ifndef TWIN
  device_tensor<float, 2, 3> c = t + 1.f; // the mistake
#else
  device_tensor<float, 2, 3> c = to_device(t + 1.f, d);
#endif
  static_cast<void>(c);
  static_cast<void>(d);
}
