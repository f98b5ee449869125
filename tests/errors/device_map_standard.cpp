// SPDX-License-Identifier: BSL-1.0
// expect: a function in this expression has no text for a kernel
#include <stria/stria.hpp>

#include <stria/device.hpp>

#include <functional>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  c = map(std::plus<>(), c, 1.f); // the mistake
#else
  c = c + 1.f;
#endif
}
