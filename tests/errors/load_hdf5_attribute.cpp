// SPDX-License-Identifier: BSL-1.0
// expect: an attribute is a number, a tensor of numbers
#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>
using namespace stria;
int main() {
  const auto f = hdf5::open("results.h5");
#ifndef TWIN
  auto x = f.attribute<const char*>("unit"); // the mistake
#else
  auto x = f.attribute<std::string>("unit");
#endif
  static_cast<void>(x);
}
