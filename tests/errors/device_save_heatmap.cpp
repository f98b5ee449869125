// SPDX-License-Identifier: BSL-1.0
// expect: this expression reads the memory of a device
#include <stria/stria.hpp>

#include <stria/device.hpp>
#include <stria/show/heatmap.hpp>

using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  save_heatmap("c.svg", c); // the mistake
#else
  save_heatmap("c.svg", to_host(c));
#endif
}
