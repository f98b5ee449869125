// SPDX-License-Identifier: BSL-1.0
// Output of device tensors
#include <stria/stria.hpp>

#include <stria/device.hpp>
#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>
#include <stria/ranges.hpp>
#include <stria/show/heatmap.hpp>

#include <iostream>

using namespace stria;

// expect: a loop needs elements
void device_loop() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  for (auto x : c)
#else
  for (auto h = to_host(c); auto x : subviews(h, _0))
#endif
    static_cast<void>(x);
}

// expect: this expression reads the memory of a device
void device_print() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  std::cout << c << '\n';
#else
  std::cout << to_host(c) << '\n';
#endif
}

// expect: this expression reads the memory of a device
void device_save_csv() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  save_csv("c.csv", c);
#else
  save_csv("c.csv", to_host(c));
#endif
}

// expect: this expression reads the memory of a device
void device_save_heatmap() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  save_heatmap("c.svg", c);
#else
  save_heatmap("c.svg", to_host(c));
#endif
}

// expect: this expression reads the memory of a device
void device_save_npy() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  save_npy("c.npy", c);
#else
  save_npy("c.npy", to_host(c));
#endif
}
