// SPDX-License-Identifier: BSL-1.0
// .npy files: files of NumPy (tests/io/data), round trips, and damaged files.
// read_written.py loads the files in NPY_WRITTEN with NumPy.
#include "catch.hpp"
#include "files.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/io/npy.hpp>

#include <complex>
#include <cstdint>
#include <filesystem>
#include <string>

using namespace stria;
using stria::index;
using test::bytes_of, test::holds, test::scratch, test::write_bytes;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

std::string data(const std::string& name) { return NPY_DATA "/" + name + ".npy"; }

const auto counted =
    from_function([](index i, index j, index k) { return 12 * i + 4 * j + k; }, _2, _3, _4);

} // namespace

TEST_CASE("files of NumPy") {
  CHECK(holds(load_npy<float, dyn, dyn>(data("float32")),
              {0.5F, -1.25F, 3e38F, static_cast<float>(test::inf), -0.0F, 0x1p-149F}));
  CHECK(holds(load_npy<std::uint8_t, dyn, dyn>(data("uint8")),
              test::values(cast<std::uint8_t>(arange(12)))));
  CHECK(holds(load_npy<std::uint64_t, 3>(data("uint64")),
              {0U, std::uint64_t{1} << 63U, ~std::uint64_t{0}}));
  CHECK(holds(load_npy<bool, dyn, 2>(data("bool")), {true, false, false, true, true, true}));
  CHECK(load_npy<std::complex<float>, 2>(data("complex64"))[0] == std::complex<float>(1, 2));
  CHECK(load_npy<std::complex<float>, 2>(data("complex64"))[1] == std::complex<float>(0, -0.5F));
  const std::int32_t answer = load_npy<std::int32_t>(data("scalar"));
  CHECK(answer == 42);
  CHECK(test::shape(load_npy<float, dyn, dyn>(data("empty"))) == test::list<index>{0, 3});
}

TEST_CASE("other orders of axes and bytes, and all versions") {
  CHECK(
      holds(load_npy<double, dyn, dyn, dyn>(data("float64_columns")), test::values(counted / 8.0)));
  CHECK(holds(load_npy<double, 2, 3, 4>(data("float64_columns")), test::values(counted / 8.0)));
  CHECK(holds(load_npy<std::int64_t, dyn, dyn>(data("int64_columns_big")),
              test::values(counted[_0] * -(index{1} << 40))));
  CHECK(holds(load_npy<std::int16_t, dyn>(data("int16_big")), {1, -2, 300, -32768}));
  CHECK(load_npy<std::complex<double>, 2, 1>(data("complex128_big"))[1, 0] ==
        std::complex<double>(3, -4));
  CHECK(holds(load_npy<std::int8_t, 3>(data("columns_of_one_axis")), {0, 1, 2}));
  CHECK(holds(load_npy<int, 4>(data("version2")), {0, 1, 2, 3}));
  CHECK(holds(load_npy<int, 4>(data("version3")), {0, 1, 2, 3}));
}

TEST_CASE("extents that are expressions of names") {
  const tensor<int, batch, features> u{{1, 2}, {4, 6}, {9, 3}};
  const scratch folder("npy_expressions");
  const std::string path = folder.file("d.npy");
  save_npy(path, u[range(_1, _)] - u[range(_, -_1)]);
  const auto d = load_npy<int, batch - 1, features>(path);
  CHECK(holds(d, {3, 4, 5, -3}));
  CHECK(d.extent(0) == 2);
  CHECK_THROWS_AS((load_npy<int, batch, batch - 1>(path)), shape_error); // 2 and 2
  CHECK_THROWS_AS((load_npy<int, 2 * batch + 1, features>(path)), shape_error);
}

TEST_CASE("extents are requested like those of a tensor") {
  const std::string path = data("float32");
  STATIC_REQUIRE(std::same_as<decltype(load_npy<float, 2, dyn>(path)), tensor<float, 2, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(load_npy<float>(path)), tensor<float>>);
  STATIC_REQUIRE(std::same_as<decltype(load_npy<dtensor<float, 2>>(path)), dtensor<float, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(load_npy_as<double, batch, features>(path)),
                              tensor<double, batch, features>>);
  CHECK(test::shape(load_npy<tensor<float, batch, 3>>(path)) == test::list<index>{2, 3});
  CHECK_THROWS_AS((load_npy<float, 2, 4>(path)), shape_error);
  CHECK_THROWS_AS((load_npy<float, dyn>(path)), shape_error);
  CHECK_THROWS_AS((load_npy<float, dyn, dyn, dyn>(path)), shape_error);
  CHECK_THROWS_WITH(
      (load_npy<float, batch, 4>(path)),
      test::contains("float32.npy: the elements have the shape (2, 3), which does not "
                     "fit (batch, 4)"));
}

TEST_CASE("another type is refused, or converted on request") {
  CHECK_THROWS_AS((load_npy<double, dyn, dyn>(data("float32"))), io_error);
  CHECK_THROWS_WITH((load_npy<double, dyn, dyn>(data("float32"))),
                    test::contains("the elements are float32, not float64; load_npy_as"));
  CHECK_THROWS_WITH((load_npy<std::int8_t, dyn, dyn>(data("uint8"))),
                    test::contains("uint8, not int8"));
  for (const char* foreign : {"text", "fields"})
    CHECK_THROWS_AS((load_npy_as<double, dyn>(data(foreign))), io_error);

  CHECK(holds(load_npy_as<float, dyn, dyn>(data("uint8")),
              test::values(cast<float>(arange(12)) + zeros<float>(1))));
  CHECK(holds(load_npy_as<double, dyn>(data("int16_big")), {1, -2, 300, -32768}));
  CHECK(holds(load_npy_as<std::int8_t, dyn>(data("int16_big")), {1, -2, 44, 0})); // as in NumPy
  CHECK(holds(load_npy_as<bool, dyn>(data("int16_big")), {true, true, true, true}));
  CHECK(holds(load_npy_as<int, dyn, dyn>(data("bool")), {1, 0, 0, 1, 1, 1}));
  CHECK(holds(load_npy_as<int, 2, 3, 4>(data("float64_columns")),
              test::values(cast<int>(counted / 8))));
  CHECK(load_npy_as<std::complex<double>, dyn>(data("complex64"))[0] == std::complex<double>(1, 2));
  CHECK(load_npy_as<std::complex<double>, dyn>(data("int16_big"))[1] == std::complex<double>(-2));
  CHECK_THROWS_WITH((load_npy_as<float, dyn>(data("complex64"))),
                    test::contains("complex64, not float32"));
  // 3e38 and infinity do not fit 64-bit integers.
  CHECK_THROWS_WITH((load_npy_as<std::int64_t, dyn, dyn>(data("float32"))),
                    test::contains("element 2 does not fit int64"));
}

TEST_CASE("real numbers at the limits of an integer type") {
  const scratch folder("npy_ends");
  const std::string path = folder.file("x.npy");
  const auto fits = [&]<class T>(double x, T) {
    save_npy(path, tensor<double, 1>{x});
    try {
      return static_cast<double>(load_npy_as<T, 1>(path)[0]) == std::trunc(x);
    } catch (const io_error&) {
      return false;
    }
  };
  CHECK(fits(127.9, std::int8_t()));
  CHECK(!fits(128.0, std::int8_t()));
  CHECK(fits(-128.0, std::int8_t()));
  CHECK(!fits(-129.0, std::int8_t()));
  CHECK(fits(-0.9, std::uint8_t()));
  CHECK(!fits(-1.0, std::uint8_t()));
  CHECK(fits(255.5, std::uint8_t()));
  CHECK(!fits(256.0, std::uint8_t()));
  CHECK(fits(-0x1p63, std::int64_t()));
  CHECK(!fits(0x1p63, std::int64_t()));
  CHECK(fits(0x1p63, std::uint64_t()));
  CHECK(!fits(0x1p64, std::uint64_t()));
  CHECK(!fits(test::qnan, std::int32_t()));
}

TEST_CASE("a saved tensor is loaded again") {
  const scratch folder("npy_round");
  const std::string path = folder.file("x.npy");
  const auto there_and_back = [&](const auto& t) {
    using tensor_t = std::remove_cvref_t<decltype(t)>;
    save_npy(path, t);
    const tensor_t back = load_npy<tensor_t>(path);
    CHECK(back.shape() == t.shape());
    CHECK(std::ranges::equal(back.storage(), t.storage()));
  };
  there_and_back(counted);
  there_and_back(tensor<float>(2.5F));
  there_and_back(tensor<std::int8_t, 3>{-128, 0, 127});
  there_and_back(tensor<bool, 2, 2>{{true, false}, {false, true}});
  there_and_back(tensor<std::complex<float>, 1>{{1, -2}});
  there_and_back(zeros<double>(3, 0, 2));
  there_and_back(arange<std::uint16_t>(5000)); // more than a block
  there_and_back(tensor<double, batch, 2>(7));
  // A std::filesystem::path.
  save_npy(std::filesystem::path(path), counted * 2);
  CHECK(holds(load_npy<tensor<index, 2, 3, 4>>(std::filesystem::path(path)),
              test::values(counted * 2)));
  save_npy(path, arange(5000) * 0.5);
  CHECK(holds(load_npy_as<float, dyn>(path), test::values(cast<float>(arange(5000)) / 2.0F)));
  CHECK(folder.count() == 1);
}

TEST_CASE("files for NumPy") {
  std::filesystem::remove_all(NPY_WRITTEN);
  std::filesystem::create_directories(NPY_WRITTEN);
  const auto path = [](const std::string& name) { return NPY_WRITTEN "/" + name + ".npy"; };
  save_npy(path("float32"), cast<float>(counted) / 8.0F);
  save_npy(path("float64_slice"), cast<double>(counted)[_, rev(), 1]);
  save_npy(path("int16"), cast<std::int16_t>(counted * -1000));
  save_npy(path("uint64"), tensor<std::uint64_t, 3>{0, std::uint64_t{1} << 63U, ~std::uint64_t{0}});
  save_npy(path("bool"), counted % 3 == 0);
  save_npy(path("complex64"), tensor<std::complex<float>, 2>{{1, 2}, {0, -0.5F}});
  save_npy(path("complex128"), tensor<std::complex<double>, 2, 1>{{{1, 2}}, {{3, -4}}});
  save_npy(path("scalar"), tensor<std::int32_t>(42));
  save_npy(path("empty"), zeros<float>(0, 3));
  save_npy(path("one_axis"), arange<std::uint8_t>(5));
  CHECK(std::filesystem::file_size(path("empty")) == 128);
}

TEST_CASE("truncated files are io_error and nothing else") {
  const scratch folder("npy_broken");
  const std::string path = folder.file("x.npy");
  const std::string good = bytes_of(data("float32"));
  write_bytes(path, good);
  CHECK(load_npy<float, 2, 3>(path).size() == 6);
  for (std::size_t n = 0; n < good.size(); ++n) {
    write_bytes(path, good.substr(0, n));
    CHECK_THROWS_AS((load_npy<float, 2, 3>(path)), io_error);
  }
  // Bytes after the elements belong to the next array.
  write_bytes(path, good + "more");
  CHECK(load_npy<float, 2, 3>(path).size() == 6);

  // A shape that is larger than the file is refused before memory is allocated.
  std::string large = good;
  large.replace(large.find("(2, 3)"), 23, "(1099511627776, 99999)}");
  write_bytes(path, large);
  CHECK_THROWS_WITH((load_npy<float, dyn, dyn>(path)), test::contains("bytes of elements"));

  CHECK_THROWS_WITH((load_npy<float, 2, 3>(folder.file("none.npy"))),
                    test::contains("none.npy: the file cannot be opened: No such file"));
  CHECK_THROWS_AS((load_npy<float, 2, 3>(folder.file(""))), io_error);
  CHECK_THROWS_AS((load_npy<float, 2, 3>("/dev/null")), io_error);
}

TEST_CASE("a failed save leaves the old file") {
  const scratch folder("npy_kept");
  const std::string path = folder.file("x.npy");
  save_npy(path, tensor{1, 2, 3});
  const tensor<int, dyn> row{1, 2, 3};
  CHECK_THROWS_AS(save_npy(path, row[tensor{7}]), index_error);
  CHECK(holds(load_npy<int, 3>(path), {1, 2, 3}));
  CHECK(folder.count() == 1);

  CHECK_THROWS_AS(save_npy(folder.file("no/such/folder/x.npy"), row), io_error);
  std::filesystem::create_directories(folder.file("taken.npy/inside"));
  CHECK_THROWS_AS(save_npy(folder.file("taken.npy"), row), io_error);
  CHECK(folder.count() == 2);
  {
    detail::output_file half(path);
    half.write("half", 4);
    CHECK(folder.count() == 3);
    CHECK(holds(load_npy<int, 3>(path), {1, 2, 3}));
  }
  CHECK(folder.count() == 2);
  // Two simultaneous saves use different temporary names.
  detail::output_file first(path), second(path);
  first.write("first", 5);
  second.write("second", 6);
  first.finish();
  CHECK(bytes_of(path) == "first");
  second.finish();
  CHECK(bytes_of(path) == "second");
}
