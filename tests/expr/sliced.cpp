// SPDX-License-Identifier: BSL-1.0
// Slices of expressions: the same values as slices of the result, and shapes from types.
#include "catch.hpp"
#include "values.hpp"

#include <concepts>

using namespace stria;
using test::evaluated;
using test::list;
using test::values;

namespace {

inline constexpr dim rows{"rows"};

auto cube() { return test::counted(tensor<int, 2, 3, 4>()); }

// Checks that eval(e[items...]) equals eval(e)[items...], element by element and with the loop.
template <class E, class... I> bool commutes(const E& e, const I&... items) {
  const auto whole = eval(e);
  auto sliced = e(items...);
  auto expected = whole(items...);
  static_assert(decltype(sliced)::extents == decltype(expected)::extents);
  return test::shape(sliced) == test::shape(expected) && values(sliced) == values(expected) &&
         evaluated(sliced) == values(expected);
}

} // namespace

TEST_CASE("slicing and evaluating commute") {
  auto t = cube();
  dtensor<int, 3> d = t;
  const auto law = [](const auto& e) {
    CHECK(commutes(e, _1));
    CHECK(commutes(e, -1));
    CHECK(commutes(e, _, _2));
    CHECK(commutes(e, ellipsis, _0));
    CHECK(commutes(e, _0, ellipsis, -_1));
    CHECK(commutes(e, rev(), rev(), rev()));
    CHECK(commutes(e, _, _, range(_, _, 3)));
    CHECK(commutes(e, _, _, range(_, _, _2)));
    CHECK(commutes(e, _, rev(_, _, 2), range(1, 3)));
    CHECK(commutes(e, newaxis));
    CHECK(commutes(e, newaxis, _1, newaxis, _, newaxis));
    CHECK(commutes(e, ellipsis, newaxis));
    CHECK(commutes(e, range(0, 0)));
    CHECK(commutes(e, _, _, range(10, _)));
    CHECK(commutes(e, range(1, 2), range(1, 2), range(1, 2)));
    CHECK(commutes(e, range(_1, _2), range(_1, _2), range(_1, _2)));
    CHECK(commutes(e, _, range(2, _), _));
    CHECK(commutes(e, "1, ::-2, None, 1:"_ix));
    CHECK(commutes(e));
  };
  SECTION("of a sum") { law(t + 1); }
  SECTION("of dynamic sizes") { law(d * 2); }
  SECTION("of mixed ones") { law(t + d[rev()]); }
  SECTION("of broadcast operands") { law(t[_, range(0, 1)] * 100 + d[_1, _, range(2, 3)] + t); }
  SECTION("of a transposed sum") {
    law(transpose(t + d)[_, range(0, 3), rev()][range(0, 4), _, _]);
  }
  SECTION("of a slice of a sum") { law((t + d)[rev(), _, newaxis, rev()][_, _, _0]); }
  SECTION("of an owned tensor") { law(cube()[rev()]); }
  SECTION("of a conversion") { law(cast<double>(t)); }
  SECTION("of a reduction") { law(sum(t, _0, keepdims) + d); }
  SECTION("of a gather") { law(d[nd({{1}, {0}})] + 0); }
  SECTION("of a gather alone") { law(t[nd({{1}, {0}})]); }
  SECTION("of a reduction alone") { law(sum((t + d)[newaxis], _0)); }
}

TEST_CASE("static extents of slices of expressions") {
  auto t = cube();
  auto e = t + 1;
  STATIC_REQUIRE(decltype(e[_1])::extents == detail::shape_of<3, 4>());
  STATIC_REQUIRE(decltype(e[_, range(_1, _), rev(_, _, _2)])::extents ==
                 detail::shape_of<2, 2, 2>());
  STATIC_REQUIRE(decltype(e[_, range(1, _), newaxis])::extents == detail::shape_of<2, dyn, 1, 4>());
  STATIC_REQUIRE(std::same_as<decltype(eval(e[_1])), tensor<int, 3, 4>>);
  tensor<int, rows, 2> n(3);
  STATIC_REQUIRE(decltype((n + n)[rev()])::extents == detail::shape_of<rows, 2>());
  STATIC_REQUIRE(decltype((n + n)[_, _0])::extents == detail::shape_of<rows>());
}

TEST_CASE("slices of slices of expressions") {
  auto t = cube();
  auto e = t * 10;
  CHECK(values(e[_1][_2][range(1, 3)]) == list<>{210, 220});
  CHECK(values(e[_, rev()][_1, range(_, _, 2)][rev(), _0]) == list<>{120, 200});
  CHECK(evaluated(e[ellipsis, range(_, _, 2)][ellipsis, _1][newaxis, _, _0]) == list<>{20, 140});
  CHECK(e[_1][_2][3] == 230);
  CHECK(e[_1, _2][_3] == 230);
  int one = e[_1, _2, range(3, _)][_0];
  CHECK(one == 230);
}

TEST_CASE("a slice of a slice of an expression keeps its run-time bounds") {
  auto t = test::counted(dtensor<int, 1>(20));
  for (int begin = 0; begin < 5; ++begin)
    for (int step : {-3, -1, 1, 2}) {
      auto e = (t + 100)[range(begin, _)][range(_, _, step)];
      dtensor<int, 1> expected = t[range(begin, _)][range(_, _, step)];
      expected += 100;
      CHECK(values(e) == values(expected));
      CHECK(evaluated(e) == values(expected));
    }
}

TEST_CASE("wrong slices of expressions are refused at once") {
  dtensor<int, 2> d(3, 4);
  CHECK_THROWS_AS((d + 1)[3], index_error);
  CHECK_THROWS_AS((d + 1)[_3], index_error);
  CHECK_THROWS_AS(((d + 1)[_, -5]), index_error);
  CHECK_THROWS_AS((d + 1)[range(_, _, d[0, 0])], value_error);
}

TEST_CASE("an expression whose tensor changes shape after it was built") {
  dtensor<int, 1> a(5);
  auto e = (a + 1)[range(1, 4)];
  a = test::counted(dtensor<int, 1>(3));
  CHECK(values(e) == list<>{2, 3});
  CHECK(evaluated(e) == list<>{2, 3});
  auto picked = (a + 1)[newaxis, 2];
  a = dtensor<int, 1>(1);
  CHECK_THROWS_AS(eval(picked), index_error);
}
