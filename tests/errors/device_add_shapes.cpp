// SPDX-License-Identifier: BSL-1.0
// expect: (2, 3)
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  device_tensor<float, 3, 2> e(d);
#ifndef TWIN
  c = c + e; // the mistake
#else
  c = c + transpose(e);
#endif
}
