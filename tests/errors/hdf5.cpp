// SPDX-License-Identifier: BSL-1.0
// HDF5 files
#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>

using namespace stria;

// expect: an attribute is a number, a tensor of numbers
void load_hdf5_attribute() {
  const auto f = hdf5::open("results.h5");
#ifdef WRONG
  auto x = f.attribute<const char*>("unit");
#else
  auto x = f.attribute<std::string>("unit");
#endif
}

// expect: data sets of HDF5 are read as bool, integers, float
void load_hdf5_type() {
  const auto f = hdf5::open("results.h5");
#ifdef WRONG
  auto x = f.dataset<std::string, dyn>("names");
#else
  auto x = f.dataset<float, dyn>("names");
#endif
}
