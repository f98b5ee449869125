// SPDX-License-Identifier: BSL-1.0
// expect: a condition must be one bool, but this has an axis
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  if (c == c) // the mistake
#else
  if (all_of(c == c))
#endif
    return 1;
}
