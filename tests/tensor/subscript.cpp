// SPDX-License-Identifier: BSL-1.0
// Access to single elements by constants and by integers of every type, including negative
// subscripts and subscripts out of bounds. t(...) means the same as t[...].
#include "catch.hpp"
#include "values.hpp"

#include <concepts>
#include <cstdint>
#include <limits>

using namespace stria;
using test::list;
using test::values;

namespace {

inline constexpr dim rows{"rows"};

auto matrix() { return test::counted(tensor<int, 3, 4>()); }

} // namespace

TEST_CASE("constants and integers select an element") {
  auto t = matrix();
  CHECK(t[_1, _2] == 6);
  CHECK(t[1, 2] == 6);
  CHECK(t[_1, 2] == 6);
  CHECK(t[-_1, -_1] == 11);
  CHECK(t[-1, -1] == 11);
  CHECK(t[-3, -4] == 0);
  CHECK(t[2_c, 3_c] == 11);
  CHECK(t[std::uint8_t{2}, std::int8_t{-1}] == 11);
  CHECK(t[short{1}, 3ull] == 7);
  CHECK(t[std::integral_constant<int, 1>(), std::integral_constant<unsigned, 3>()] == 7);
  STATIC_REQUIRE(std::same_as<decltype(t[1, 2]), int&>);
  STATIC_REQUIRE(std::same_as<decltype(t[_1, _2]), int&>);
  STATIC_REQUIRE(std::same_as<decltype(std::as_const(t)[1, 2]), const int&>);
  STATIC_REQUIRE(std::same_as<decltype(t[_1][2]), int&>);
  STATIC_REQUIRE(std::same_as<decltype((t + 1)[1, 2]), int>);
  STATIC_REQUIRE(std::same_as<decltype((t + 1)[1][2]), int>);
  STATIC_REQUIRE(std::same_as<decltype(matrix()[1, 2]), int>);
  t[1, 2] = 100;
  t[_0, -1] += 7;
  CHECK(t[1, 2] == 100);
  CHECK(t[0, 3] == 10);
  int& r = t[2, 2];
  r = -5;
  CHECK(t[_2, _2] == -5);
}

TEST_CASE("() means []") {
  auto t = matrix();
  const auto k = t;
  CHECK(t(1, 2) == 6);
  CHECK(t(_1, -_1) == 7);
  STATIC_REQUIRE(std::same_as<decltype(t(1, 2)), int&>);
  STATIC_REQUIRE(std::same_as<decltype(k(1, 2)), const int&>);
  STATIC_REQUIRE(std::same_as<decltype(t(_1)), decltype(t[_1])>);
  STATIC_REQUIRE(std::same_as<decltype(t(range(_1, _), rev())), decltype(t[range(_1, _), rev()])>);
  STATIC_REQUIRE(std::same_as<decltype((t + k)(_1)), decltype((t + k)[_1])>);
  STATIC_REQUIRE(std::same_as<decltype(t(newaxis, ellipsis)), decltype(t[newaxis, ellipsis])>);
  CHECK(values(t(_1)) == values(t[_1]));
  CHECK(values((t + k)(_, _2)) == list<>{4, 12, 20});
  t(range(_, 2), _0) = 9;
  CHECK(values(t(_, _0)) == list<>{9, 9, 8});
  auto v = t(_1);
  v(0) = 3;
  CHECK(t(1, 0) == 3);
  CHECK(values(matrix()(_1)) == list<>{4, 5, 6, 7});
  CHECK(values(t()) == values(t));
  CHECK(values(t[]) == values(t));
  CHECK(t("1, 2"_ix) == 6);
}

TEST_CASE("out of bounds is index_error at run time") {
  auto t = matrix();
  dtensor<int, 2> d = t;
  tensor<int, rows, 4> n = t;
  const int three = 3, four = 4, below = -4;
  CHECK_THROWS_AS((t[three, 0]), index_error);
  CHECK_THROWS_AS((t[0, four]), index_error);
  CHECK_THROWS_AS((t[below, 0]), index_error);
  CHECK_THROWS_AS((t[0, -5]), index_error);
  CHECK_THROWS_AS((d[three, 0]), index_error);
  CHECK_THROWS_AS((d[_3, _0]), index_error);
  CHECK_THROWS_AS((d[_0, -_5]), index_error);
  CHECK_THROWS_AS((n[_3, _0]), index_error);
  CHECK_THROWS_AS((t(three, 0)), index_error);
  CHECK_THROWS_AS((t[_, _1][three]), index_error);
  CHECK_THROWS_AS((t[rev()][three, 0]), index_error);
  CHECK_THROWS_AS(((t + 1)[three, 0]), index_error);
  CHECK_THROWS_AS(((t + 1)[0, four]), index_error);
  CHECK_THROWS_AS((matrix()[three, 0]), index_error);
  CHECK_THROWS_AS((t[~0ull, 0]), index_error);
  CHECK_THROWS_AS((t[0, std::numeric_limits<std::int64_t>::min()]), index_error);
  CHECK_THROWS_AS((t[0, std::numeric_limits<std::int64_t>::max()]), index_error);
  CHECK_THROWS_WITH((t[0, four]), test::contains("index 4 is out of bounds for axis 1") &&
                                      test::contains("4 elements"));
  CHECK_THROWS_WITH((t[below, 0]), test::contains("index -4") && test::contains("axis 0"));
  // Integers out of bounds in subscripts that select a view.
  CHECK_THROWS_AS((t[three, _]), index_error);
  CHECK_THROWS_AS((t[_, four]), index_error);
  CHECK_THROWS_AS((d[_, _4]), index_error);
  CHECK_THROWS_AS((d[_3]), index_error);
  CHECK_THROWS_AS(((d + 1)[_3]), index_error);
  CHECK_THROWS_WITH((t[_, four]), test::contains("axis 1"));
  dtensor<int, 1> none(0);
  CHECK_THROWS_AS((none[0]), index_error);
  CHECK_THROWS_AS((none[-1]), index_error);
  CHECK_THROWS_AS((none + 1)[0], index_error);
  // A handler for any base class of the error catches it.
  CHECK_THROWS_AS((t[three, 0]), std::out_of_range);
  CHECK_THROWS_AS((t[three, 0]), stria::error);
  CHECK_THROWS_AS((t[three, 0]), std::exception);
}

TEST_CASE("elements of expressions are computed on access") {
  auto t = matrix();
  const tensor row{10, 20, 30, 40};
  auto e = t * 2 + row;
  CHECK(e[1, 2] == 42);
  CHECK(e[-1, -1] == 62);
  CHECK(e[_0, _0] == 10);
  CHECK((e[_1, rev()][0]) == 54);
  CHECK((row[newaxis, _] + 0)[0, 3] == 40);
  CHECK((row + tensor{{1}, {2}})[1, 0] == 12);
  CHECK((-row)[_2] == -30);
  CHECK(sum(t, _0)[2] == 18);
  CHECK((sum(t, _0) * 2)[2] == 36);
  CHECK_THROWS_AS((e[1, 4 + t[0, 0]]), index_error);
}

TEST_CASE("tensors of high rank") {
  auto t = test::counted(dtensor<int, 6>(2, 1, 3, 1, 2, 2));
  CHECK(t[1, 0, 2, 0, 1, 1] == 23);
  CHECK(values(t[1, ellipsis, 1]) == list<>{13, 15, 17, 19, 21, 23});
  CHECK(values(eval(t[1, ellipsis, 1] * 2)) == list<>{26, 30, 34, 38, 42, 46});
  auto deep = test::counted(tensor<int, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1>());
  CHECK(deep[0, 0, 1, 0, 0, 1, 0, 0, 1, 0] == 7);
  CHECK(values(deep[_0, ellipsis, newaxis, rev()]) == list<>{0, 1, 2, 3, 4, 5, 6, 7});
}
