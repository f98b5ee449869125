// SPDX-License-Identifier: BSL-1.0
// expect: STRIA_DEVICE_FUNCTION(name
#include <stria/stria.hpp>

#include <stria/device.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  auto x = eval(reduce([](float a, float b) { return a + b; }, 0.f, c, _0)); // the mistake
#else
  auto x = eval(sum(c, _0));
#endif
  static_cast<void>(x);
}
