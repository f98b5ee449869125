// SPDX-License-Identifier: BSL-1.0
// expect: data sets of HDF5 are read as bool, integers, float
#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>
using namespace stria;
int main() {
  const auto f = hdf5::open("results.h5");
#ifndef TWIN
  auto x = f.dataset<std::string, dyn>("names"); // the mistake
#else
  auto x = f.dataset<float, dyn>("names");
#endif
  static_cast<void>(x);
}
