// SPDX-License-Identifier: BSL-1.0
// dsl/shape.cpp: static shapes, writing shapes, counting elements.
#include "../support/catch.hpp"

#include <stria/shape/shape.hpp>

#include <limits>
#include <span>
#include <string>
#include <vector>

using namespace stria;
using stria::detail::count_elements;
using stria::detail::message;
using stria::detail::say_shape;
using stria::detail::shape_of;
using stria::detail::unknown_shape;

namespace {

inline constexpr dim batch{"batch"}, rows{"n"}, columns{"m"};

std::string written(std::span<const extent> shape) {
  message m;
  say_shape(m, shape);
  return std::string(m.view());
}
std::string written(std::span<const extent> shape, const std::vector<index>& sizes) {
  message m;
  say_shape(m, shape, sizes);
  return std::string(m.view());
}

constexpr index count(std::initializer_list<index> sizes) {
  return count_elements({sizes.begin(), sizes.size()});
}

constexpr index most = std::numeric_limits<index>::max();

} // namespace

TEST_CASE("a static_shape has its rank and its static sizes") {
  constexpr auto s = shape_of<3, batch, dyn>();
  STATIC_REQUIRE(s.rank() == 3);
  STATIC_REQUIRE(!s.is_static());
  STATIC_REQUIRE(s.dynamic_count() == 2);
  STATIC_REQUIRE(shape_of<dyn, 3>().dynamic_count() == 1);
  STATIC_REQUIRE(s.sizes() == std::array<index, 3>{3, -1, -1});
  STATIC_REQUIRE(s.view().size() == 3 && s[1].is_named());
  STATIC_REQUIRE(shape_of<2, 0>().is_static());
}

TEST_CASE("rank 0 is a shape") {
  STATIC_REQUIRE(shape_of<>().rank() == 0);
  STATIC_REQUIRE(shape_of<>().is_static());
  STATIC_REQUIRE(shape_of<>().view().empty());
  STATIC_REQUIRE(shape_of<>() == unknown_shape<0>());
}

TEST_CASE("a shape of dynamic sizes") {
  STATIC_REQUIRE(unknown_shape<3>() == shape_of<dyn, dyn, dyn>());
}

TEST_CASE("a shape is written as in NumPy, with names and with ? for dynamic sizes") {
  CHECK(written(shape_of<>().view()) == "()");
  CHECK(written(shape_of<4>().view()) == "(4,)");
  CHECK(written(shape_of<3, batch, dyn>().view()) == "(3, batch, ?)");
}

TEST_CASE("an expression of names is written as in C++") {
  CHECK(written(shape_of<rows - 1, 2 * columns, rows * columns * 3 + 2>().view()) ==
        "(n - 1, 2 * m, 3 * m * n + 2)");
  CHECK(written(shape_of<rows + columns - 1, ceil_div(rows - 1, 2)>().view()) ==
        "(m + n - 1, ceil_div(n - 1, 2))");
  CHECK(written(shape_of<5 - rows, rows - columns>().view()) == "(5 - n, n - m)");
  CHECK(written(shape_of<rows - 1>().view(), {63}) == "(n - 1=63,)");
}

TEST_CASE("sizes are written with the names of named extents") {
  CHECK(written(shape_of<3, batch, dyn>().view(), {3, 128, 7}) == "(3, batch=128, 7)");
  CHECK(written({}, {3, 4}) == "(3, 4)");
  CHECK(written({}, {}) == "()");
  CHECK(written({}, {-1}) == "(-1,)");
}

TEST_CASE("elements are counted without overflow") {
  STATIC_REQUIRE(count({}) == 1);
  STATIC_REQUIRE(count({2, 3, 4}) == 24);
  STATIC_REQUIRE(count({most, 1}) == most);
  STATIC_REQUIRE(count({most, 2}) == -1);
  STATIC_REQUIRE(count({2, -3}) == -1);
  // The product with a size of 0 is 0, however large the other sizes are.
  STATIC_REQUIRE(count({most, most, 0}) == 0);
  STATIC_REQUIRE(count({0, most, most}) == 0);
  STATIC_REQUIRE(count({0, -1}) == -1);
}
