// SPDX-License-Identifier: BSL-1.0
// expect: this is a selection from a const tensor
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  tensor<int, 2> places{0, 1};
  const device_tensor<float, 2, 3> c(d);
  device_tensor<float, 2, 3> e(d);
#ifndef TWIN
  c[places] = 1.f; // the mistake
#else
  e[places] = 1.f;
#endif
}
