// SPDX-License-Identifier: BSL-1.0
// Files larger than memory
#include <stria/stria.hpp>

#include <stria/device.hpp>
#include <stria/io/tiles.hpp>

#include <string>

using namespace stria;

// expect: an array in a file cannot be assigned to by index arrays or masks
void tiles_scatter() {
  auto c = files::open<float, dyn, dyn>("c.npy", read_write);
#ifdef WRONG
  c[tensor{1, 3}] = 0.f;
#else
  c[range(1, 3)] = 0.f;
#endif
}

// expect: the operands of this expression are in several places
void tiles_and_device() {
  const device_tensor<float, dyn> d(default_device(), 3);
  const auto a = files::open<float, dyn>("a.npy");
#ifdef WRONG
  tensor<float, dyn> r = a + d;
#else
  tensor<float, dyn> r = a + to_host(d);
#endif
}

// expect: .npy files hold bool, integers, float, double and their complex numbers
void tiles_type() {
#ifdef WRONG
  auto x = files::open<std::string, dyn>("words.npy");
#else
  auto x = files::open<float, dyn>("words.npy");
#endif
}
