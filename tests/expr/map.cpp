// SPDX-License-Identifier: BSL-1.0
// map with any callable: its result, its state, its arguments.
#include "catch.hpp"
#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <functional>
#include <memory>
#include <string>

using namespace stria;
using test::evaluated;
using test::list;
using test::values;

namespace {

int twice(int x) { return 2 * x; }

struct point {
  int x = 0, y = 0;
  int norm() const { return x * x + y * y; }
};

} // namespace

TEST_CASE("callables of every kind") {
  const tensor a{1, 2, 3};
  CHECK(evaluated(map(twice, a)) == list<>{2, 4, 6});
  CHECK(evaluated(map(&twice, a)) == list<>{2, 4, 6});
  CHECK(evaluated(map(std::plus<>(), a, a)) == list<>{2, 4, 6});
  CHECK(evaluated(map(std::function<double(int)>([](int x) { return x / 2.0; }), a)) ==
        list<double>{0.5, 1, 1.5});
  CHECK(evaluated(map([](int x, double y, bool z) { return z ? x : y; }, a, 0.5,
                      tensor{true, false, true})) == list<double>{1, 0.5, 3});
  const double factor = 3;
  CHECK(evaluated(map([=](int x) { return x * factor; }, a)) == list<double>{3, 6, 9});
  CHECK(evaluated(map([](auto x) { return x; }, a)) == list<>{1, 2, 3});
  CHECK(evaluated(map([](int x) { return std::string(static_cast<std::size_t>(x), 'x'); }, a)) ==
        list<std::string>{"x", "xx", "xxx"});
  auto kept = std::make_shared<int>(40);
  CHECK(evaluated(map([kept](int x) { return x + *kept; }, a)) == list<>{41, 42, 43});
}

TEST_CASE("a callable that returns a reference") {
  const tensor a{1, 5, 3}, b{4, 2, 6};
  const auto larger = [](const int& x, const int& y) -> const int& { return std::max(x, y); };
  CHECK(evaluated(map(larger, a, b)) == list<>{4, 5, 6});
  // The elements of these operands are temporaries, so nothing may refer to them.
  CHECK(evaluated(map(larger, a + 1, b * 2)) == list<>{8, 6, 12});
  CHECK(values(map(larger, a + 1, b * 2)) == list<>{8, 6, 12});
  CHECK(evaluated(map(larger, a + 0, 4)) == list<>{4, 5, 4});
  CHECK(evaluated(map(larger, a, 4)) == list<>{4, 5, 4});
  CHECK(values(map(larger, a, 4)) == list<>{4, 5, 4});
  CHECK(evaluated(map(larger, a, sum(b))) == list<>{12, 12, 12});
  CHECK(evaluated(map(larger, map(larger, a + 1, b + 1), b + 2)) == list<>{6, 6, 8});
  CHECK(evaluated(map(std::identity(), a + 1)) == list<>{2, 6, 4});
  const tensor words{std::string(40, 'a'), std::string(40, 'b')};
  CHECK(values(map(std::identity(), words + "!"))[0] == std::string(40, 'a') + "!");
  CHECK(evaluated(map(std::identity(), words + "!"))[1] == std::string(40, 'b') + "!");
  CHECK(evaluated(map([](const std::string& s) -> const char& { return s[0]; }, words + "!")) ==
        list<char>{'a', 'b'});
  STATIC_REQUIRE(std::same_as<decltype(map(larger, a, b))::value_type, int>);
  const int one = map(larger, a + 1, b)[0];
  CHECK(one == 4);
  const int whole = map(larger, sum(a), tensor<int>(12));
  CHECK(whole == 12);
}

TEST_CASE("members are called by a lambda") {
  const tensor p{point{3, 4}, point{1, 1}};
  CHECK(evaluated(map([](const point& q) { return q.norm(); }, p)) == list<>{25, 2});
  CHECK(evaluated(map([](const point& q) { return q.x; }, p)) == list<>{3, 1});
  CHECK(evaluated(map(std::mem_fn(&point::y), p)) == list<>{4, 1});
}

TEST_CASE("operands keep their order and are broadcast") {
  const tensor a{1, 2, 3};
  const tensor c{{10}, {20}};
  auto e = map([](int x, int y, int z) { return 100 * z + y - x; }, a, c, 5);
  STATIC_REQUIRE(e.extents == detail::shape_of<2, 3>());
  CHECK(evaluated(e) == list<>{509, 508, 507, 519, 518, 517});
  CHECK(evaluated(e[_1, rev()]) == list<>{517, 518, 519});
  CHECK_THROWS_AS(map(std::plus<>(), dtensor<int, 1>(2), dtensor<int, 1>(3)), shape_error);
  CHECK_THROWS_WITH(map(std::plus<>(), dtensor<int, 1>(2), dtensor<int, 1>(3)),
                    test::contains("(2,)") && test::contains("(3,)"));
}
