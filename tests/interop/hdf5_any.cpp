// SPDX-License-Identifier: BSL-1.0
// HDF5 data sets of unknown rank and element type.
#include "catch.hpp"
#include "values.hpp"

#include <stria/any_tensor.hpp>

#include <stria/io/hdf5.hpp>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

using namespace stria;
using stria::index;
using test::values;
using shape_t = std::vector<index>;

TEST_CASE("load_any reads a data set of any rank and type") {
  const auto path = (std::filesystem::temp_directory_path() /
                     ("stria_any" + std::to_string(std::random_device()()) + ".h5"))
                        .string();
  const tensor<float, dyn, dyn, dyn> cube = cast<float>(reshape(arange(24), 2, 3, 4));
  {
    const auto f = hdf5::open(path, hdf5::mode::replace);
    hdf5::save(f, "cube", cube);
    hdf5::save(f, "words", tensor<std::int64_t, 3>{1, 2, 3});
    hdf5::save(f, "flags", tensor<bool, 2>{true, false});
    hdf5::save(f, "number", tensor<double>(2.5));
    hdf5::save(f, "none", tensor<int, 0, 3>());
  }
  {
    const auto f = hdf5::open(path);
    const any_tensor<float> a = f["cube"].load_any<float>();
    CHECK(a.shape() == shape_t{2, 3, 4});
    CHECK(values(rank_cast<3>(a)) == values(cube));
    CHECK_THROWS_AS(f["cube"].load_any<double>(), io_error);
    CHECK_THROWS_AS(f["/"].load_any<double>(), io_error);
    const any_array words = f["words"].load_any();
    CHECK(words.type() == "int64");
    CHECK(values(rank_cast<1>(words.as<std::int64_t>())) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(f["flags"].load_any().type() == "bool");
    CHECK(rank_cast<0>(f["number"].load_any<double>()) == 2.5);
    CHECK(f["none"].load_any().shape() == shape_t{0, 3});
  }
  std::filesystem::remove(path);
}
