// SPDX-License-Identifier: BSL-1.0
// expect: a loop needs elements
#include <stria/stria.hpp>

#include <stria/device.hpp>
#include <stria/ranges.hpp>
using namespace stria;
int main() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifndef TWIN
  for (auto x : c) // the mistake
#else
  for (auto h = to_host(c); auto x : subviews(h, _0))
#endif
    static_cast<void>(x);
}
