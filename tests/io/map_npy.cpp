// SPDX-License-Identifier: BSL-1.0
// Mapped .npy files: views of the file, writing, and files that cannot be mapped.
#include "catch.hpp"
#include "files.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/io/map_npy.hpp>

#include <array>
#include <complex>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

using namespace stria;
using stria::index;
using test::bytes_of, test::holds, test::scratch, test::write_bytes;

namespace {

inline constexpr dim batch{"batch"};

std::string data(const std::string& name) { return NPY_DATA "/" + name + ".npy"; }

const auto counted =
    from_function([](index i, index j, index k) { return 12 * i + 4 * j + k; }, _2, _3, _4);

/// The elements, read while the file is mapped.
template <class M> auto read(const M& m) { return eval(m.view()); }

template <class M>
concept flushes = requires(M& m) { m.flush(); };
template <class M>
concept gives_view = requires { std::declval<M>().view(); };

/// A file whose header ends at `begin`.
std::string npy_file(const std::string& text, std::size_t begin, const std::string& elements) {
  std::string head = text;
  head.resize(begin - 10, ' ');
  return std::string("\x93NUMPY\x01", 7) + '\0' + static_cast<char>(head.size() % 256) +
         static_cast<char>(head.size() / 256) + head + elements;
}

} // namespace

TEST_CASE("a mapped file is read as a view") {
  const scratch folder("map_read");
  const std::string path = folder.file("x.npy");
  save_npy(path, cast<float>(counted) / 8);
  const auto m = map_npy<float, dyn, dyn, dyn>(path);
  CHECK(holds(eval(m.view()), test::values(cast<float>(counted) / 8)));
  CHECK(m.view().is_contiguous());
  CHECK(test::shape(m.view()) == test::list<index>{2, 3, 4});
  CHECK(sum(m.view()) == 34.5F);
  CHECK(holds(eval(m.view()[1, _, 2]), {1.75F, 2.25F, 2.75F}));
  CHECK(holds(read(map_npy<float, 2, dyn, 4>(path)) * 2, test::values(cast<float>(counted) / 4)));
  CHECK(holds(read(map_npy<float, 2, 3, 4>(path)), test::values(cast<float>(counted) / 8)));
  const auto named = map_npy<tensor<float, batch, 3, 4>>(path);
  CHECK(named.view().extents[0].is_named());
}

TEST_CASE("access that was not requested is refused") {
  using read_only = decltype(map_npy<float, dyn, 3>(std::string()));
  using writable = decltype(map_npy<float, dyn, 3>(std::string(), read_write));
  STATIC_REQUIRE(std::same_as<decltype(std::declval<read_only&>().view().data()), const float*>);
  STATIC_REQUIRE(std::same_as<decltype(std::declval<writable&>().view().data()), float*>);
  STATIC_REQUIRE((flushes<writable> && !flushes<read_only>));
  STATIC_REQUIRE((gives_view<read_only&> && !gives_view<read_only>));
  STATIC_REQUIRE(!std::copy_constructible<read_only>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<read_only>);
}

TEST_CASE("elements written to a mapped file are in the file") {
  const scratch folder("map_write");
  const std::string path = folder.file("x.npy");
  save_npy(path, zeros<int>(3, 4));
  {
    auto m = map_npy<int, dyn, 4>(path, read_write);
    m.view()[1] = tensor{1, 2, 3, 4};
    m.view()[_, 0] += 10;
    m.flush();
    const auto moved = std::move(m);
    moved.view()(2, 3) = 7;
    // Another mapping sees the same memory.
    CHECK(read(map_npy<int, 3, 4>(path))(2, 3) == 7);
  }
  CHECK(holds(load_npy<int, 3, 4>(path), {10, 0, 0, 0, 11, 2, 3, 4, 10, 0, 0, 7}));
  CHECK(folder.count() == 1);

  auto first = map_npy<int, dyn, dyn>(path);
  save_npy(folder.file("y.npy"), ones<int>(2, 2));
  first = map_npy<int, dyn, dyn>(folder.file("y.npy"));
  CHECK(holds(eval(first.view()), {1, 1, 1, 1}));
}

TEST_CASE("a save replaces a mapped file and leaves the mapping") {
  const scratch folder("map_kept");
  const std::string path = folder.file("x.npy");
  save_npy(path, tensor{1, 2, 3});
  const auto m = map_npy<int, 3>(path);
  save_npy(path, m.view() * 2);
  CHECK(holds(eval(m.view()), {1, 2, 3}));
  CHECK(holds(load_npy<int, 3>(path), {2, 4, 6}));
}

TEST_CASE("column-major files are strided views") {
  const auto m = map_npy<double, dyn, dyn, dyn>(data("float64_columns"));
  CHECK((m.view().strides() == std::array<index, 3>{1, 2, 6}));
  CHECK(holds(eval(m.view()), test::values(counted / 8.0)));
  CHECK(test::values(m.view()[_, rev(), 1]) == test::values((counted / 8.0)[_, rev(), 1]));
  CHECK(
      holds(read(map_npy<double, 2, 3, 4>(data("float64_columns"))), test::values(counted / 8.0)));
  CHECK(holds(read(map_npy<std::int8_t, 3>(data("columns_of_one_axis"))), {0, 1, 2}));
  const scratch folder("map_columns");
  const std::string path = folder.file("x.npy");
  write_bytes(path, bytes_of(data("float64_columns")));
  const auto writable = map_npy<double, dyn, dyn, dyn>(path, read_write);
  writable.view()[1, 2] = tensor{1.0, 2.0, 3.0, 4.0};
  CHECK(holds(load_npy<double, 2, 3, 4>(path)[1, 2], {1, 2, 3, 4}));
  CHECK(load_npy<double, 2, 3, 4>(path)(1, 1, 3) == 19.0 / 8);
}

TEST_CASE("rank 0, and axes of length 0") {
  const auto scalar = map_npy<std::int32_t>(data("scalar"));
  const std::int32_t answer = scalar.view();
  CHECK(answer == 42);
  const auto empty = map_npy<float, dyn, dyn>(data("empty"));
  CHECK(test::shape(empty.view()) == test::list<index>{0, 3});
  CHECK(empty.view().size() == 0);
  CHECK(sum(empty.view()) == 0.0F);
  CHECK(test::shape(eval(empty.view()[_, rev()] + 1.0F)) == test::list<index>{0, 3});
  CHECK(test::shape(eval(transpose(empty.view()))) == test::list<index>{3, 0});

  const scratch folder("map_empty");
  const std::string path = folder.file("x.npy");
  save_npy(path, zeros<double>(3, 0, 2));
  auto m = map_npy<double, 3, dyn, 2>(path, read_write);
  m.view() = 1.0;
  m.flush();
}

TEST_CASE("map_npy refuses what load_npy refuses") {
  const std::string path = data("float32");
  CHECK_THROWS_WITH((map_npy<double, dyn, dyn>(path)),
                    test::contains("the elements are float32, not float64"));
  CHECK_THROWS_AS((map_npy<float, 2, 4>(path)), shape_error);
  CHECK_THROWS_AS((map_npy<float, dyn>(path)), shape_error);
  CHECK_THROWS_WITH(
      (map_npy<std::int16_t, dyn>(data("int16_big"))),
      test::contains("int16_big.npy: the elements have the other byte order; load_npy reads them"));
  CHECK_THROWS_AS((map_npy<std::complex<double>, 2, 1>(data("complex128_big"))), io_error);
  CHECK_THROWS_WITH((map_npy<float, dyn>(data("float16"))),
                    test::contains("the elements are float16, not float32"));
  for (const char* foreign : {"text", "fields"})
    CHECK_THROWS_AS((map_npy<double, dyn>(data(foreign))), io_error);

  const scratch folder("map_broken");
  CHECK_THROWS_WITH((map_npy<float, dyn>(folder.file("none.npy"))),
                    test::contains("none.npy: the file cannot be opened: No such file"));
  CHECK_THROWS_WITH((map_npy<float, dyn>(folder.file(""))), test::contains("only regular files"));
  CHECK_THROWS_AS((map_npy<float, dyn>("/dev/null")), io_error);
}

TEST_CASE("truncated files cannot be mapped") {
  const scratch folder("map_short");
  const std::string path = folder.file("x.npy"), good = bytes_of(data("float32"));
  for (std::size_t n = 0; n < good.size(); ++n) {
    write_bytes(path, good.substr(0, n));
    CHECK_THROWS_AS((map_npy<float, 2, 3>(path)), io_error);
    CHECK_THROWS_AS((map_npy<float, 2, 3>(path, read_write)), io_error);
    CHECK(bytes_of(path) == good.substr(0, n));
  }
  write_bytes(path, good + "more");
  CHECK(read(map_npy<float, 2, 3>(path)).size() == 6);
  std::string large = good;
  large.replace(large.find("(2, 3)"), 23, "(1099511627776, 99999)}");
  write_bytes(path, large);
  CHECK_THROWS_WITH((map_npy<float, dyn, dyn>(path)), test::contains("bytes of elements"));
}

TEST_CASE("elements must be aligned") {
  const scratch folder("map_aligned");
  const std::string path = folder.file("x.npy");
  const std::string text = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)}";
  const std::string two("\1\0\0\0\2\0\0\0", 8);
  for (const std::size_t begin : {80U, 84U, 81U, 82U, 83U}) {
    write_bytes(path, npy_file(text, begin, two));
    CHECK(holds(load_npy<int, 2>(path), {1, 2}));
    if (begin % alignof(int) == 0)
      CHECK(holds(read(map_npy<int, 2>(path)), {1, 2}));
    else
      CHECK_THROWS_WITH((map_npy<int, 2>(path)),
                        test::contains("not a multiple of 4; load_npy reads them"));
  }
  // A bool in memory must be 0 or 1.
  const std::string bools = "{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}";
  write_bytes(path, npy_file(bools, 81, {'\1', '\0'}));
  CHECK(holds(read(map_npy<bool, 2>(path)), {true, false}));
  write_bytes(path, npy_file(bools, 81, {'\1', '\7'}));
  CHECK_THROWS_WITH((map_npy<bool, 2>(path)), test::contains("element 1 is neither 0 nor 1"));
}

TEST_CASE("only accessed pages of a file are read") {
  // 1 TiB, of which one page is on the disk.
  const scratch folder("map_large");
  const std::string path = folder.file("x.npy");
  write_bytes(path, npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (137438953472,)}",
                             128, ""));
  std::error_code no_room;
  std::filesystem::resize_file(path, (std::uintmax_t{1} << 40) + 128, no_room);
  if (no_room)
    return;
  auto m = map_npy<double, dyn>(path, read_write);
  m.view()(-1) = 2.5;
  CHECK(m.view()(index{1} << 36) == 0.0);
  const auto again = map_npy<double, dyn>(path);
  CHECK(again.view()(-1) == 2.5);
}
