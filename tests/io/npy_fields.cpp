// SPDX-License-Identifier: BSL-1.0
// .npy files whose elements have fields: written by NumPy (tests/io/data/make.py), by stria, and
// invalid ones.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <stria/io/npy_fields.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace stria;
using stria::index;
using test::values;

namespace {

struct point {
  double x = -1, y = -1;
  friend bool operator==(const point&, const point&) = default;
};
struct sample {
  std::complex<float> z;
  std::int32_t id = 0;
  float weights[3] = {};
  std::array<std::array<std::int16_t, 2>, 2> matrix{};
  bool good = false;
};
struct named_point : point {
  std::string name = "none";
  float w[2][2] = {};
  bool good = false;
  std::complex<double> z;
};

std::string data(const std::string& name) { return NPY_DATA "/" + name + ".npy"; }
std::string written(const std::string& name) {
  std::filesystem::create_directories(NPY_WRITTEN);
  return NPY_WRITTEN "/" + name + ".npy";
}

template <class Error, class F> std::string said_by(F f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const stria::error&>(e).what();
  }
  return "nothing was thrown";
}

/// A file of version 1.0 with this type and shape, and this many bytes of elements.
std::string file_text(const std::string& type, const std::string& shape, std::size_t bytes) {
  const std::string text =
      "{'descr': " + type + ", 'fortran_order': False, 'shape': " + shape + "}";
  std::string s("\x93NUMPY\x01", 7);
  s += '\0';
  s += static_cast<char>(text.size() % 256);
  s += static_cast<char>(text.size() / 256);
  return s + text + std::string(bytes, '\1');
}

struct scratch_file {
  std::string path = (std::filesystem::temp_directory_path() /
                      ("stria_fields" + std::to_string(std::random_device()()) + ".npy"))
                         .string();
  explicit scratch_file(const std::string& text) { put(text); }
  ~scratch_file() { std::filesystem::remove(path); }
  scratch_file(const scratch_file&) = delete;
  scratch_file& operator=(const scratch_file&) = delete;
  void put(const std::string& text) const { std::ofstream(path, std::ios::binary) << text; }
};

} // namespace

TEST_CASE("structs from a file") {
  const std::vector<double> x{0, 1, 2, 4, 5, 6}, y{-12, -13, -14, -16, -17, -18};
  for (const char* name : {"points", "points_columns"}) {
    auto a = load_npy_fields<point, dyn, 3>(data(name), "x", &point::x, "y", &point::y);
    static_assert(std::is_same_v<decltype(a), tensor<point, dyn, 3>>);
    CHECK(values(member_view<&point::x>(a)) == x);
    CHECK(values(member_view<&point::y>(a)) == y);
    member_view<&point::x>(a) += 1.;
    CHECK(a[1, 0] == point{5., -16.});
    // In the opposite order, and only one field.
    const auto b = load_npy_fields<point, dyn, dyn>(data(name), "x", &point::y);
    CHECK(values(member_view<&point::y>(b)) == x);
    CHECK(values(member_view<&point::x>(b)) == std::vector<double>(6, -1.));
    CHECK(values(load_npy_field<double, 2, 3>(data(name), "y")) == y);
  }
  CHECK(load_npy_fields<point, dyn, 2>(data("no_points"), "x", &point::x).size() == 0);
  CHECK(load_npy_field<double, dyn, 2>(data("no_points"), "y").size() == 0);
  const auto one = load_npy_fields<point>(data("one_point"), "x", &point::x, "y", &point::y);
  CHECK(*one.data() == point{6., -18.});
  CHECK(load_npy_field<double>(data("one_point"), "y") == -18.);
}

TEST_CASE("fields of every kind") {
  const auto a = load_npy_fields<named_point, dyn>(
      data("mixed"), "weights", &named_point::w, std::string("good"), &named_point::good, "z",
      &named_point::z, "at.x", &named_point::x, "at.y", &point::y);
  CHECK(values(member_view<&named_point::w>(a)) ==
        std::vector<float>{0, .25, .5, .75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75});
  CHECK(values(member_view<&point::x>(a)) == std::vector<double>{1, 2, 3});
  CHECK(values(member_view<&point::y>(a)) == std::vector<double>{4, 5, 6});
  CHECK(a[1].name == "none");
  CHECK(a[0].good);
  CHECK(!a[1].good);
  CHECK(a[2].z == std::complex<double>(0, -4));
  CHECK(values(load_npy_field<std::int32_t, 3>(data("mixed"), "id")) ==
        std::vector<std::int32_t>{7, 8, 9});
  CHECK(values(load_npy_field<float, dyn, 2, 2>(data("mixed"), "weights")) ==
        values(member_view<&named_point::w>(a)));
  CHECK(values(load_npy_field<double, dyn>(data("mixed"), "at.y")) == std::vector<double>{4, 5, 6});

  CHECK(
      said_by<io_error>([] { static_cast<void>(load_npy_field<double, dyn>(data("mixed"), "at")); })
          .find("the elements have no field 'at'; they have 'id', 'name', 'weights', 'at.x', "
                "'at.y', 'good', 'z'") != std::string::npos);
  CHECK(said_by<io_error>([] {
          static_cast<void>(load_npy_field<double, dyn>(data("mixed"), "id"));
        }).find("the field 'id' is int32, not float64") != std::string::npos);
  CHECK(said_by<io_error>([] {
          static_cast<void>(load_npy_field<double, dyn>(data("mixed"), "name"));
        }).find("of a type that stria cannot read") != std::string::npos);
  CHECK(said_by<io_error>([] {
          static_cast<void>(
              load_npy_fields<sample, dyn>(data("mixed"), "id", &sample::id, "z", &sample::z));
        }).find("the field 'z' is complex128, not complex64") != std::string::npos);
  struct narrow {
    float w[2], v;
  };
  CHECK(said_by<io_error>([] {
          static_cast<void>(load_npy_fields<narrow, dyn>(data("mixed"), "weights", &narrow::w));
        }).find("the field 'weights' has the shape (2, 2), and the member (2,)") !=
        std::string::npos);
  CHECK_THROWS_AS((load_npy_fields<narrow, dyn>(data("mixed"), "weights", &narrow::v)), io_error);
  CHECK_THROWS_AS((load_npy_fields<point, dyn>(data("points"), "x", &point::x)), shape_error);
  CHECK_THROWS_AS((load_npy_field<float, dyn>(data("mixed"), "weights")), shape_error);
  CHECK_THROWS_AS((load_npy_field<double, dyn>(data("none"), "x")), io_error);
  CHECK(said_by<io_error>([] {
          static_cast<void>(load_npy_field<float, dyn, dyn>(data("float32"), "x"));
        }).find("no field 'x'; they have none") != std::string::npos);
  CHECK(said_by<io_error>([] {
          static_cast<void>(load_npy_any(data("points")));
        }).find("load_npy_field") != std::string::npos);
}

TEST_CASE("long names that are repeated in nested fields") {
  std::string nested;
  for (int i = 0; i < 40; ++i)
    nested += "('a', '|V1'),";
  const std::string text = "{'descr': [('" + std::string(std::size_t{1} << 19, 'x') + "', [" +
                           nested + "])], 'fortran_order': False, 'shape': (0,)}";
  std::string s("\x93NUMPY\x02\0", 8);
  for (int k = 0; k < 4; ++k)
    s += static_cast<char>(text.size() >> (8 * k) & 255);
  const scratch_file file(s + text);
  CHECK_THROWS_AS((load_npy_field<double, dyn>(file.path, "x")), io_error);
}

TEST_CASE("structs to a file") {
  const tensor<point, 3> points{{.5, -1.}, {2., 3.}, {4., 5.}};
  save_npy_fields(written("points"), points, "x", &point::x, "y", &point::y);
  const auto back = load_npy_fields<point, dyn>(written("points"), "y", &point::y, "x", &point::x);
  CHECK(values(back) == values(points));
  tensor<sample, dyn, dyn> s(1, 1);
  s[0, 0] = {{5, 6}, 1, {2, 3, 4}, {{{1, 2}, {3, 4}}}, true};
  save_npy_fields(written("samples"), s[rev()], "id", &sample::id, "weights", &sample::weights,
                  "matrix", &sample::matrix, "good", &sample::good, "z", &sample::z);
  const auto t = load_npy_fields<sample, 1, 1>(written("samples"), "weights", &sample::weights,
                                               "matrix", &sample::matrix, "good", &sample::good);
  CHECK(t[0, 0].weights[2] == 4.f);
  CHECK(t[0, 0].matrix[1][0] == 3);
  CHECK(t[0, 0].good);

  // More than one block.
  const scratch_file f("");
  tensor<point, dyn> many(10000);
  for (index i = 0; i < 10000; ++i)
    many[i] = {static_cast<double>(i), static_cast<double>(-i)};
  save_npy_fields(f.path, many, "x", &point::x, "y", &point::y);
  CHECK(values(load_npy_fields<point, dyn>(f.path, "x", &point::x, "y", &point::y)) ==
        values(many));
  CHECK(sum(load_npy_field<double, dyn>(f.path, "y")) == -sum(member_view<&point::x>(many)));
  const auto value = [&](const char* x, const char* y) {
    return said_by<value_error>(
        [&] { save_npy_fields(f.path, points, x, &point::x, y, &point::y); });
  };
  CHECK(value("x", "x").find("'x' cannot name a field: names are unique") != std::string::npos);
  CHECK(value("", "x") != "nothing was thrown");
  CHECK(value("x'", "x") != "nothing was thrown");
  CHECK(value("a\\", "x") != "nothing was thrown");
  CHECK(value("\xc3\xa9", "x") != "nothing was thrown");
  CHECK(value(std::string(70000, 'a').c_str(), "x") != "nothing was thrown");
  CHECK(load_npy_field<double, dyn>(f.path, "x").size() == 10000); // the file is unchanged
}

TEST_CASE("types that NumPy would or would not write") {
  const scratch_file f("");
  const auto read = [&](const std::string& type, const std::string& shape = "(2,)",
                        std::size_t bytes = 200) {
    f.put(file_text(type, shape, bytes));
    return said_by<io_error>([&] {
      const auto x = load_npy_field<std::int16_t, dyn>(f.path, "x");
      CHECK(values(x) == std::vector<std::int16_t>(static_cast<std::size_t>(x.size()), 257));
    });
  };
  for (const char* type :
       {"[('x', '<i2')]", "[('x','<i2'),]", "[ ( \"x\" , '>i2' ) , ('y z', '|S3')]",
        "[('', '|V3'), ('x', '=i2')]", "[('t', '<M8[ns]'), ('x', '<i2')]",
        "[('h', '<f2'), ('l', '<f16'), ('x', '<i2', ())]", "[(('title', 'x'), '<i2')]",
        "[('p', [('q', [('r', '<f8')])]), ('x', '<i2')]", "[('e', '<f4', (0, 5)), ('x', '<i2')]",
        "[('u', '<U0'), ('x', '<i2')]", "[('x', '<i2'), ('x', '<i2')]"})
    CHECK(read(type) == "nothing was thrown");
  for (const char* type :
       {"[]",
        "[('y', '<i2')]",
        "[('x', '<i2')",
        "[('x' '<i2')]",
        "('x', '<i2')",
        "[('x', '<i2'",
        "[('x', 'i2')]",
        "[('x', '<i2', (2)]",
        "[('x', '<i2', 2)]",
        "[('x', '|O')]",
        "[('o', '|O'), ('x', '<i2')]",
        "[('x\\'', '<i2')]",
        "[('x, '<i2')]",
        "[('x', '<i99999999999999')]",
        "[('x', '<i2') ('y', '<i2')]",
        "[['x', '<i2']]",
        "[('y', '<U9', (9223372036854775807,)), ('x', '<i2')]",
        "[('x', '<i2', (-1,))]",
        "[('y', '|S999999999', (9999999999,)), ('z', '|S999999999', (9999999999,)), ('x', '<i2')]",
        "[('x', [('x', '<i2')], (2,))]",
        "[('x', '<f8')]",
        "[('x', '<i2[s]')]",
        "[x]",
        "[",
        "'|V2'"})
    CHECK(read(type) != "nothing was thrown");
  CHECK(read("[('x', '<i2'), ('y', '|S150')]") != "nothing was thrown"); // 304 bytes
  CHECK(read("[('x', '<i2'), ('y', '|S150')]", "(2,)", 304) == "nothing was thrown");
  CHECK(read("[('x', '<i2'), ('y', '|S999999999')]", "(0,)", 0) == "nothing was thrown");
  std::string deep;
  while (deep.size() < 60000)
    deep += "[('a', ";
  CHECK(read(deep) != "nothing was thrown");
  // If one size is 0, no memory is allocated, however large the other sizes are.
  f.put(file_text("[('x', '<i2', (0, 4294967296))]", "(4294967296,)", 0));
  CHECK(load_npy_field<std::int16_t, dyn, dyn, dyn>(f.path, "x").size() == 0);
  CHECK_THROWS_AS((load_npy_field<std::int16_t, dyn>(f.path, "x")), shape_error);
  // Every file that is truncated, or changed in one place, is read or refused.
  const std::string good = file_text("[('y', '|S3'), ('x', '<i2', ())]", "(2,)", 10);
  for (std::size_t n = 0; n < good.size(); ++n) {
    f.put(good.substr(0, n));
    CHECK_THROWS_AS((load_npy_field<std::int16_t, dyn>(f.path, "x")), io_error);
  }
  index refused = 0;
  for (std::size_t n = 8; n < good.size(); ++n)
    for (const char c : {'\0', '(', '[', '\'', '9', ',', '\x7f'}) {
      std::string changed = good;
      changed[n] = c;
      f.put(changed);
      try {
        static_cast<void>(load_npy_field<std::int16_t, dyn>(f.path, "x"));
      } catch (const stria::error&) {
        ++refused;
      }
    }
  CHECK(refused > 300);
}

namespace {

struct hidden {
  explicit hidden(int) {}
  double x = 0;
};
struct texts {
  std::string name;
  double value() const { return 0; }
};
[[maybe_unused]] tensor<point, dyn> t;
#define REFUSED(...) static_assert(detail::is_refused<decltype(__VA_ARGS__)>)
REFUSED(load_npy_fields<point, dyn>("a"));
REFUSED(load_npy_fields<point, dyn>("a", "x"));
REFUSED(load_npy_fields<point, dyn>("a", &point::x));
REFUSED(load_npy_fields<point, dyn>("a", "x", &point::x, "y"));
REFUSED(load_npy_fields<point, dyn>("a", "z", &sample::z));
REFUSED(load_npy_fields<double, dyn>("a", "x", &point::x));
REFUSED(load_npy_fields<hidden, dyn>("a", "x", &hidden::x));
REFUSED(load_npy_fields<texts, dyn>("a", "name", &texts::name));
REFUSED(load_npy_fields<texts, dyn>("a", "value", &texts::value));
REFUSED(load_npy_field<point, dyn>("a", "x"));
REFUSED(save_npy_fields("a", t, "x"));

} // namespace
