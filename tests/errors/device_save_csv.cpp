// SPDX-License-Identifier: BSL-1.0
// expect: this expression reads the memory of a device
#include <stria/stria.hpp>

#include <stria/device.hpp>
#include <stria/io/csv.hpp>

using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  save_csv("c.csv", c); // the mistake
#else
  save_csv("c.csv", to_host(c));
#endif
}
