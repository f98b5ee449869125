// SPDX-License-Identifier: BSL-1.0
// expect: STRIA_DEVICE_FUNCTION(name
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
STRIA_DEVICE_FUNCTION(twofold, (float x), { return x * 2.f; });
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  c = map([](float x) { return x * 2.f; }, c); // the mistake
#else
  c = map(twofold, c);
#endif
}
