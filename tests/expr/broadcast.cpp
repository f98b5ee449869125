// SPDX-License-Identifier: BSL-1.0
// Broadcasting: the rules for extents in types and at run time, and values compared with a
// hand-written loop.
#include "catch.hpp"
#include "values.hpp"

#include <concepts>

using namespace stria;
using test::evaluated;
using test::list;
using test::values;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

template <extent... E> using ints = tensor<int, E...>;

// The extents of the sum of two tensors, checked in both orders.
template <class A, class B> constexpr auto joined_extents() {
  using forth = decltype(std::declval<A&>() + std::declval<B&>());
  using back = decltype(std::declval<B&>() + std::declval<A&>());
  static_assert(forth::extents == back::extents);
  return forth::extents;
}
template <class A, class B, extent... E>
constexpr bool gives = joined_extents<A, B>() == detail::shape_of<E...>();

// Static n with n or 1 gives n.
static_assert(gives<ints<3>, ints<3>, 3>);
static_assert(gives<ints<3>, ints<1>, 3>);
static_assert(gives<ints<1>, ints<1>, 1>);
static_assert(gives<ints<0>, ints<0>, 0>);
static_assert(gives<ints<0>, ints<1>, 0>);
// Static n other than 1 with a dynamic or named extent gives n.
static_assert(gives<ints<3>, ints<dyn>, 3>);
static_assert(gives<ints<3>, ints<batch>, 3>);
static_assert(gives<ints<0>, ints<dyn>, 0>);
// Static 1 with a dynamic or named extent gives this extent.
static_assert(gives<ints<1>, ints<dyn>, dyn>);
static_assert(gives<ints<1>, ints<batch>, batch>);
// Dynamic and named extents with each other.
static_assert(gives<ints<dyn>, ints<dyn>, dyn>);
static_assert(gives<ints<batch>, ints<batch>, batch>);
static_assert(gives<ints<batch>, ints<dyn>, batch>);
// Different ranks.
static_assert(gives<ints<>, ints<>>);
static_assert(gives<ints<>, ints<3>, 3>);
static_assert(gives<ints<2, 3>, ints<3>, 2, 3>);
static_assert(gives<ints<2, 3>, ints<>, 2, 3>);
static_assert(gives<ints<2, 1>, ints<3>, 2, 3>);
static_assert(gives<ints<2, 1, 4>, ints<3, 1>, 2, 3, 4>);
static_assert(gives<ints<batch, features>, ints<features>, batch, features>);
static_assert(gives<ints<batch, 1>, ints<features>, batch, features>);
static_assert(gives<ints<dyn, 3>, ints<batch, 1>, batch, 3>);
static_assert(gives<ints<5, 1, 1>, ints<dyn, features>, 5, dyn, features>);

// Three operands are combined pairwise.
template <class... A>
constexpr auto all_extents =
    decltype(map([](auto... x) { return (x + ...); }, std::declval<A&>()...))::extents;
static_assert(all_extents<ints<1>, ints<dyn>, ints<4>> == detail::shape_of<4>());
static_assert(all_extents<ints<1>, ints<dyn>, ints<batch>> == detail::shape_of<batch>());
static_assert(all_extents<ints<2, 1>, ints<3>, ints<1, 1, 1>> == detail::shape_of<1, 2, 3>());
static_assert(decltype(where(std::declval<tensor<bool, 2, 1>&>(), 1,
                             std::declval<ints<3>&>()))::extents == detail::shape_of<2, 3>());

template <class E> list<stria::index> sizes(const E& e) { return test::shape(e); }

} // namespace

TEST_CASE("sizes at run time") {
  dtensor<int, 1> one(1), three(3), four(4), none(0);
  CHECK(sizes(three + three) == list<stria::index>{3});
  CHECK(sizes(three + one) == list<stria::index>{3});
  CHECK(sizes(one + three) == list<stria::index>{3});
  CHECK(sizes(one + one) == list<stria::index>{1});
  CHECK(sizes(none + one) == list<stria::index>{0});
  CHECK(sizes(none + none) == list<stria::index>{0});
  CHECK_THROWS_AS(three + four, shape_error);
  CHECK_THROWS_AS(none + three, shape_error);
  CHECK_THROWS_AS(three + none, shape_error);
  CHECK_THROWS_AS(three + one + four, shape_error);
  dtensor<int, 3> box(2, 1, 4);
  CHECK(sizes(box + three[_, newaxis]) == list<stria::index>{2, 3, 4});
  CHECK(sizes(three[_, newaxis] + box) == list<stria::index>{2, 3, 4});
  CHECK_THROWS_AS(box + three, shape_error);
  CHECK_THROWS_WITH(box + three, test::contains("(2, 1, 4)") && test::contains("(3,)") &&
                                     test::contains("axis 2"));
}

TEST_CASE("a static and a dynamic extent are compared at run time") {
  tensor<int, 3> fixed;
  dtensor<int, 1> one(1), three(3), four(4);
  CHECK(sizes(fixed + one) == list<stria::index>{3});
  CHECK(sizes(fixed + three) == list<stria::index>{3});
  CHECK_THROWS_AS(fixed + four, shape_error);
  CHECK_THROWS_AS(four + fixed, shape_error);
  CHECK_THROWS_AS((fixed + dtensor<int, 1>(0)), shape_error);
  tensor<int, 1> single;
  CHECK(sizes(single + four) == list<stria::index>{4});
  CHECK_THROWS_AS(single + three + four, shape_error);
}

TEST_CASE("named extents are checked at run time and named in the message") {
  tensor<int, batch, features> x(2, 3);
  tensor<int, features> f(3), wrong(4), one(1);
  CHECK(sizes(x + f) == list<stria::index>{2, 3});
  CHECK(sizes(x + one) == list<stria::index>{2, 3});
  CHECK_THROWS_AS(x + wrong, shape_error);
  CHECK_THROWS_WITH(x + wrong, test::contains("(batch=2, features=3)") &&
                                   test::contains("(features=4,)") && test::contains("axis 1"));
  // A dynamic and a named extent give the named one.
  auto e = dtensor<int, 1>(3) + f;
  STATIC_REQUIRE(decltype(e)::extents == detail::shape_of<features>());
  // A dynamic size of 1 with a static n.
  tensor<int, 5> five;
  CHECK(sizes(five + one) == list<stria::index>{5});
  CHECK_THROWS_AS(five + f, shape_error);
}

TEST_CASE("values of broadcast operands") {
  const auto column = test::counted(tensor<int, 3, 1>());
  const tensor row{10, 20, 30, 40};
  CHECK(evaluated(column + row) == list<>{10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42});
  CHECK(values(column + row) == evaluated(column + row));
  CHECK(evaluated(row[_, newaxis] * tensor{1, 2}) == list<>{10, 20, 20, 40, 30, 60, 40, 80});
  CHECK(evaluated(tensor{{1}} + row) == list<>{11, 21, 31, 41});
  CHECK(evaluated(tensor<int>(1) + row) == list<>{11, 21, 31, 41});
  CHECK(evaluated(column + column[newaxis, _, _]) == list<>{0, 2, 4});
  // Axes that are 1 at run time only.
  dtensor<int, 2> loose = column;
  dtensor<int, 2> wide = row[newaxis];
  CHECK(evaluated(loose + wide) == evaluated(column + row));
  CHECK(evaluated(loose[rev()] + wide[_, rev()]) ==
        list<>{42, 32, 22, 12, 41, 31, 21, 11, 40, 30, 20, 10});
  CHECK(evaluated((loose + wide)[_1] + (wide + loose)[_, range(1, 2)]) ==
        list<>{31, 41, 51, 61, 32, 42, 52, 62, 33, 43, 53, 63});
}

TEST_CASE("an expression is broadcast as a whole, including its slices") {
  const auto m = test::counted(dtensor<int, 2>(2, 3));
  auto e = m[_, newaxis, _] * m[newaxis, _, _];
  STATIC_REQUIRE(decltype(e)::rank == 3);
  CHECK(evaluated(e) == list<>{0, 1, 4, 0, 4, 10, 0, 4, 10, 9, 16, 25});
  CHECK(evaluated(e[_, _1]) == list<>{0, 4, 10, 9, 16, 25});
  CHECK(evaluated(e[rev(), _, rev()]) == list<>{10, 4, 0, 25, 16, 9, 4, 1, 0, 10, 4, 0});
  CHECK(evaluated((m[_0] + 1)[_, newaxis] + m[_1]) == list<>{4, 5, 6, 5, 6, 7, 6, 7, 8});
  // The sliced axis is broadcast.
  auto f = m[_, newaxis] + tensor{{{100}, {200}}};
  CHECK(sizes(f) == list<stria::index>{2, 2, 3});
  CHECK(evaluated(f[_, _1]) == list<>{200, 201, 202, 203, 204, 205});
  CHECK(evaluated(f[_, rev(), _2]) == list<>{202, 102, 205, 105});
  CHECK(evaluated(f[range(1, _), range(1, _), range(_, _, 2)]) == list<>{203, 205});
}

TEST_CASE("broadcasting of empty tensors") {
  dtensor<int, 2> none(0, 3), zero(3, 0);
  dtensor<int, 2> ones_row(1, 3);
  CHECK(evaluated(none + ones_row).empty());
  CHECK(sizes(none + ones_row) == list<stria::index>{0, 3});
  CHECK(sizes(zero + dtensor<int, 2>(3, 1)) == list<stria::index>{3, 0});
  CHECK_THROWS_AS(none + zero, shape_error);
  CHECK(evaluated(tensor<int, 0>() + 1).empty());
  CHECK(evaluated(tensor<int, 2, 0, 3>() * tensor<int, 3>()).empty());
}

TEST_CASE("maps whose first operands have the same sizes are compared as a whole") {
  const dtensor<int, 2> row(1, 3), four(4, 3), five(5, 3), one(1, 1), wide(1, 7);
  CHECK(evaluated(row + four + row) == evaluated(four + 2 * row));
  CHECK(test::shape((row + four) * (row + four)) == std::vector<stria::index>{4, 3});
  CHECK(test::shape((one + four) * (one + row)) == std::vector<stria::index>{4, 3});
  CHECK_THROWS_AS((row + four) * (row + five), shape_error);
  CHECK_THROWS_AS((one + wide) - (one + row), shape_error);
  CHECK_THROWS_AS((row[_, range(0, 3)] + four - (row[_, range(0, 3)] + five)), shape_error);
  CHECK_THROWS_AS(where(row > 0, row, four) + five, shape_error);
  CHECK_THROWS_AS(row * 2 + wide, shape_error);
  // Reductions of such maps.
  CHECK(test::shape((row + four) / sum(row + four, _1, keepdims)) ==
        std::vector<stria::index>{4, 3});
  CHECK(test::shape(sum(row + four, _1, keepdims) * sum(one + row, _0, keepdims)) ==
        std::vector<stria::index>{4, 3});
  CHECK_THROWS_AS(sum(row + four, _1, keepdims) - sum(row + five, _1, keepdims), shape_error);
  CHECK_THROWS_AS(row + four - max(row + five, _1, keepdims), shape_error);
  CHECK_THROWS_AS(wide - max(row + five, _0), shape_error);
}

TEST_CASE("an operand that is resized after the expression was made is detected at its use") {
  dtensor<int, 1> a{1, 2, 3}, b{4, 5, 6};
  const dtensor<int, 1> c{7, 8, 9};
  const auto product = a * b;
  b = tensor{1, 2, 3, 4};
  const auto sum_of_them = product + c;
  dtensor<int, 1> r{1, 1, 1};
  CHECK_THROWS_AS(r = sum_of_them, shape_error);
  CHECK(evaluated(r) == evaluated(tensor{1, 1, 1}));
  CHECK_THROWS_AS(sum_of_them[3], std::exception);
  CHECK_THROWS_AS(sum(sum_of_them), shape_error);
  CHECK_THROWS_AS((r[range(0, 3)] += sum_of_them), shape_error);
  // Rows and columns of few elements.
  dtensor<int, 2> m(3, 3);
  const auto row = m + c;
  const auto column = m + c[_, newaxis];
  m = dtensor<int, 2>(2, 3);
  dtensor<int, 2> to(3, 3);
  CHECK(evaluated(row) == evaluated(eval(m + c)));
  CHECK_THROWS_AS(to = column, shape_error);
  CHECK_THROWS_AS((to[_, _] = row), shape_error);
  CHECK_THROWS_AS(sum(column, _0)[0], shape_error);
}
