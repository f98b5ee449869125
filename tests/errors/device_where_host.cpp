// SPDX-License-Identifier: BSL-1.0
// expect: one operand is in the memory of a device and another in the
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  const tensor<bool, 2, 3> m;
#ifndef TWIN
  c = where(m, c, 0.f); // the mistake
#else
  c = where(to_device(m, d), c, 0.f);
#endif
}
