// SPDX-License-Identifier: BSL-1.0
// Making tensors: extents of every kind, parentheses for sizes, braces for elements.
#include "catch.hpp"
#include "values.hpp"

#include <complex>
#include <concepts>
#include <limits>
#include <string>

using namespace stria;
using test::list;
using test::values;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

constexpr stria::index huge = std::numeric_limits<stria::index>::max();

} // namespace

// --- the types ---

static_assert(std::same_as<tensor<float, 3>, tensor<float, 3ul>>);
static_assert(std::same_as<tensor<float, 3>, tensor<float, static_cast<short>(3)>>);
static_assert(std::same_as<tensor<float, dyn, dyn, dyn>, dtensor<float, 3>>);
static_assert(std::same_as<tensor<float>, dtensor<float, 0>>);
static_assert(!std::same_as<tensor<float, batch>, tensor<float, dyn>>);
static_assert(!std::same_as<tensor<float, batch>, tensor<float, features>>);
static_assert(tensor<int>::rank == 0 && tensor<int, 2, 3>::rank == 2);
static_assert(std::regular<tensor<int, 3>> || std::semiregular<tensor<int, 3>>);
static_assert(std::semiregular<tensor<std::string, dyn, 2>>);

// --- invalid constructions ---

static_assert(!std::is_constructible_v<tensor<int, dyn, dyn>, int>);
static_assert(!std::is_constructible_v<tensor<int, dyn, dyn>, int, int, int>);
static_assert(!std::is_constructible_v<tensor<int, 3>, int>);
static_assert(!std::is_constructible_v<tensor<int, dyn>, double>);
static_assert(!std::is_constructible_v<tensor<int, dyn>, bool>);
static_assert(!std::is_constructible_v<tensor<int, dyn>, std::string>);
static_assert(!std::is_convertible_v<int, tensor<int, dyn>>, "a size is no tensor");
static_assert(std::is_convertible_v<int, tensor<int>>);
static_assert(!std::is_constructible_v<tensor<int>, std::string>);

TEST_CASE("a static tensor is zero") {
  tensor<float, 2, 3> a;
  CHECK(values(a) == list<float>(6, 0.f));
  CHECK(test::shape(a) == list<stria::index>{2, 3});
  CHECK(a.size() == 6);
  CHECK(a.extent(0) == 2);
  CHECK(a.extent(-1) == 3);
  CHECK(a.strides()[0] == 3);
  CHECK(a.strides()[1] == 1);
  CHECK(a.is_contiguous());
  CHECK(a.storage().size() == 6);
  CHECK(a.storage().data() == a.data());
  CHECK_THROWS_AS(a.extent(2), index_error);
  CHECK_THROWS_AS(a.extent(-3), index_error);

  constexpr tensor<int, 4> zero{};
  STATIC_REQUIRE(zero[_3] == 0);

  tensor<int, 30, 40> large;
  CHECK(values(large) == list<>(1200, 0));
}

TEST_CASE("dynamic extents get their sizes in order") {
  tensor<float, dyn, dyn> b(128, 64);
  CHECK(test::shape(b) == list<stria::index>{128, 64});
  CHECK(values(b) == list<float>(128 * 64, 0.f));

  tensor<float, dyn, 3> c(10);
  CHECK(test::shape(c) == list<stria::index>{10, 3});
  tensor<float, 3, dyn> d(10);
  CHECK(test::shape(d) == list<stria::index>{3, 10});
  tensor<int, dyn, 2, dyn, 1> e(3u, _4);
  CHECK(test::shape(e) == list<stria::index>{3, 2, 4, 1});
  CHECK(test::shape(dtensor<int, 3>(2, short{3}, 4ull)) == list<stria::index>{2, 3, 4});

  tensor<float, batch, features> x(128, 64);
  CHECK(test::shape(x) == list<stria::index>{128, 64});
  tensor<float, batch, 3, dyn> y(2, 5);
  CHECK(test::shape(y) == list<stria::index>{2, 3, 5});
}

TEST_CASE("without sizes, dynamic extents are 0") {
  tensor<float, dyn, 3> c;
  CHECK(test::shape(c) == list<stria::index>{0, 3});
  CHECK(c.size() == 0);
  CHECK(c.storage().empty());
  tensor<float, batch> b;
  CHECK(b.size() == 0);
}

TEST_CASE("parentheses give sizes, braces give elements") {
  dtensor<int, 1> eight(8);
  CHECK(values(eight) == list<>(8, 0));
  dtensor<int, 1> one{8};
  CHECK(values(one) == list<>{8});
  dtensor<double, 2> a{{2., 1.}, {1., 3.}};
  CHECK(test::shape(a) == list<stria::index>{2, 2});
  CHECK(values(a) == list<double>{2, 1, 1, 3});
  dtensor<std::size_t, 1> s{1, 2};
  CHECK(values(s) == list<std::size_t>{1, 2});
  dtensor<int, 1> none{};
  CHECK(none.size() == 0);
  dtensor<int, 2> rows{{}, {}};
  CHECK(test::shape(rows) == list<stria::index>{2, 0});
  // One integer in each row is a row, not a size.
  dtensor<double, 2> column{{2}, {3}};
  CHECK(values(column) == list<double>{2, 3});
  dtensor<std::complex<float>, 2> converted{{2}, {3}};
  CHECK(test::shape(converted) == list<stria::index>{2, 1});
  STATIC_REQUIRE(!std::is_constructible_v<dtensor<int, 2>, std::initializer_list<int>>);
  tensor<int, dyn> from_list = {4, 5};
  CHECK(values(from_list) == list<>{4, 5});
}

TEST_CASE("braces deduce a static shape") {
  tensor v{9, 10, 11};
  STATIC_REQUIRE(std::same_as<decltype(v), tensor<int, 3>>);
  CHECK(values(v) == list<>{9, 10, 11});

  tensor one{1.5};
  STATIC_REQUIRE(std::same_as<decltype(one), tensor<double, 1>>);

  tensor m{{1, 2, 3}, {4, 5, 6}};
  STATIC_REQUIRE(std::same_as<decltype(m), tensor<int, 2, 3>>);
  CHECK(values(m) == list<>{1, 2, 3, 4, 5, 6});

  tensor row{{1.f, 2.f}};
  STATIC_REQUIRE(std::same_as<decltype(row), tensor<float, 1, 2>>);

  tensor c{{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}};
  STATIC_REQUIRE(std::same_as<decltype(c), tensor<int, 2, 3, 2>>);
  CHECK(values(c) == list<>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});

  tensor h{{{{1}, {2}}, {{3}, {4}}}};
  STATIC_REQUIRE(std::same_as<decltype(h), tensor<int, 1, 2, 2, 1>>);
  CHECK(values(h) == list<>{1, 2, 3, 4});

  tensor flags{true, false};
  STATIC_REQUIRE(std::same_as<decltype(flags), tensor<bool, 2>>);
  tensor words{std::string("a"), std::string("b")};
  STATIC_REQUIRE(std::same_as<decltype(words), tensor<std::string, 2>>);

  constexpr tensor k{{1, 2}, {3, 4}};
  STATIC_REQUIRE(k[_1, _0] == 3);

  // A copy, not a tensor of tensors.
  tensor copy{m};
  STATIC_REQUIRE(std::same_as<decltype(copy), tensor<int, 2, 3>>);
}

TEST_CASE("nested braces fit the extents") {
  tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(values(a) == list<>{1, 2, 3, 4, 5, 6});
  tensor<int, dyn, 3> b{{1, 2, 3}};
  CHECK(test::shape(b) == list<stria::index>{1, 3});
  tensor<int, batch, dyn> c{{1, 2}, {3, 4}};
  CHECK(test::shape(c) == list<stria::index>{2, 2});
  dtensor<int, 4> d{{{{1, 2}}}, {{{3, 4}}}};
  CHECK(test::shape(d) == list<stria::index>{2, 1, 1, 2});
  CHECK(values(d) == list<>{1, 2, 3, 4});

  using rows = tensor<int, 2, 3>;
  CHECK_THROWS_AS((rows{{1, 2}, {3, 4}}), shape_error);
  CHECK_THROWS_AS((rows{{1, 2, 3}}), shape_error);
  CHECK_THROWS_AS((rows{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), shape_error);
  CHECK_THROWS_WITH((rows{{1, 2}, {3, 4}}), test::contains("(2, 2)") && test::contains("(2, 3)"));
  using partly = tensor<int, dyn, 3>;
  CHECK_THROWS_AS((partly{{1, 2}}), shape_error);
}

TEST_CASE("ragged rows are refused") {
  using m = dtensor<int, 2>;
  CHECK_THROWS_AS((m{{1, 2}, {3}}), shape_error);
  CHECK_THROWS_AS((m{{1}, {2, 3}}), shape_error);
  CHECK_THROWS_AS((m{{}, {3}}), shape_error);
  CHECK_THROWS_WITH((m{{1, 2}, {3}}), test::contains("a row of 1"));
  using c = dtensor<int, 3>;
  CHECK_THROWS_AS((c{{{1, 2}, {3, 4}}, {{5, 6}}}), shape_error);
  CHECK_THROWS_AS((c{{{1, 2}, {3, 4}}, {{5, 6}, {7}}}), shape_error);
  CHECK_THROWS_AS((c{{}, {{1}}}), shape_error);
}

TEST_CASE("impossible sizes") {
  using m = dtensor<char, 2>;
  CHECK_THROWS_AS((dtensor<int, 1>(-1)), value_error);
  CHECK_THROWS_AS(m(3, -1), value_error);
  CHECK_THROWS_AS(m(-3, -4), value_error);
  CHECK_THROWS_AS(m(0, -1), value_error);
  CHECK_THROWS_AS(m(-1, 0), value_error);
  CHECK_THROWS_AS(m(huge, 2), value_error);
  CHECK_THROWS_AS(m(2, huge), value_error);
  CHECK_THROWS_AS(m(stria::index{1} << 32, stria::index{1} << 32), value_error);
  CHECK_THROWS_AS((tensor<char, dyn, 4>(huge / 2)), value_error);
  // Sizes above and below the range of an index.
  CHECK_THROWS_AS((dtensor<char, 2>(~0ull, 2)), value_error);
  CHECK_THROWS_AS((dtensor<int, 1>(std::numeric_limits<stria::index>::min())), value_error);
  CHECK_THROWS_WITH(m(3, -1), test::contains("(3, -1)"));
  CHECK_THROWS_AS((tensor<int, batch, dyn>(3, _0 - _2)), value_error);
  // The number of elements fits an index, but the number of bytes does not.
  CHECK_THROWS_AS((dtensor<double, 1>(huge / 4)), value_error);
  CHECK_THROWS_WITH((dtensor<double, 1>(huge / 4)),
                    test::contains("more elements than memory can hold: 2305843009213693951 "
                                   "elements of 8 bytes"));
}

TEST_CASE("empty axes") {
  tensor<int, 0> a;
  CHECK(a.size() == 0);
  CHECK(a.storage().empty());
  tensor<int, 3, 0, 2> b;
  CHECK(b.size() == 0);
  CHECK(b.is_contiguous());
  dtensor<int, 3> c(3, 0, 2);
  CHECK(c.size() == 0);
  CHECK(test::shape(c) == list<stria::index>{3, 0, 2});
  CHECK(values(c).empty());
  // No elements, whatever the sizes of the other axes.
  dtensor<int, 3> d(0, huge, huge);
  CHECK(d.size() == 0);
  CHECK(d.extent(1) == huge);
  CHECK(d.strides()[2] == 1);
  CHECK(values(eval(d[_, range(_, _, 2)])).empty());
  CHECK(d[_, rev()].offset() == 0);
  CHECK(d[_, rev()].extent(1) == huge);
  dtensor<int, 3> f(huge, huge, 0);
  CHECK_THROWS_AS(f(huge - 1, huge - 1, 0), index_error);
  CHECK_THROWS_AS((f[rev(), rev()](huge - 1, huge - 1, 0)), index_error);
  tensor<int, 0, huge, huge> e;
  CHECK(e.size() == 0);
  CHECK(e.strides()[2] == 1);
  STATIC_REQUIRE(tensor<int, 0, 5>().size() == 0);
}

TEST_CASE("rank 0 converts to its element") {
  tensor<int> zero;
  CHECK(zero == 0);
  CHECK(zero.size() == 1);
  CHECK(zero.shape().empty());
  CHECK(zero.strides().empty());
  CHECK_THROWS_AS(zero.extent(0), index_error);

  tensor<int> five = 5;
  int i = five;
  CHECK(i == 5);
  int& r = five;
  r = 6;
  CHECK(five == 6);
  const tensor<int> constant_one(1);
  const int& k = constant_one;
  CHECK(k == 1);
  double d = five;
  CHECK(d == 6.0);
  five = 7;
  CHECK(static_cast<int>(five) == 7);
  tensor<double> from_int(3);
  CHECK(static_cast<double>(from_int) == 3.0);
  tensor<std::string> word("abc");
  CHECK(static_cast<std::string&>(word) == "abc");
  tensor<int> sum_of_two = five + constant_one;
  CHECK(static_cast<int>(sum_of_two) == 8);
  CHECK(five[] == 7);
  CHECK(five() == 7);
  five[] = 9;
  CHECK(five() == 9);
  CHECK(test::shape(five[newaxis]) == list<stria::index>{1});
  CHECK(five[newaxis, newaxis](0, 0) == 9);
  five[newaxis][0] = 10;
  CHECK(five() == 10);
  five[ellipsis] = 11;
  CHECK(five() == 11);
  STATIC_REQUIRE(static_cast<int>(tensor<int>(4)) == 4);
  if (five == 11)
    SUCCEED("a comparison of rank 0 is a condition");
  else
    FAIL("11 == 11");
}

TEST_CASE("from an expression or another tensor") {
  tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 2, 3> widened = a;
  CHECK(values(widened) == list<double>{1, 2, 3, 4, 5, 6});
  dtensor<long, 2> grown(a * 2);
  CHECK(test::shape(grown) == list<stria::index>{2, 3});
  CHECK(values(grown) == list<long>{2, 4, 6, 8, 10, 12});
  tensor<int, batch, 3> named = a;
  CHECK(test::shape(named) == list<stria::index>{2, 3});
  tensor<int, 2, dyn> back = named;
  CHECK(values(back) == values(a));
  tensor<int, 2, 3> fixed = back;
  CHECK(values(fixed) == values(a));
  using three = tensor<int, 3, dyn>;
  const dtensor<int, 2> loose = back;
  CHECK_THROWS_AS(three(loose), shape_error);
  CHECK_THROWS_WITH(three(loose), test::contains("(2, 3)") && test::contains("(3, ?)"));
  tensor<int, 3> column =
      a[_, _1][newaxis, _][_0][range(_, 2)][rev()][range(0, 1)] + tensor{1, 2, 3};
  CHECK(values(column) == list<>{6, 7, 8});
  // A shape of a lower or higher rank is another type.
  STATIC_REQUIRE(!std::is_constructible_v<tensor<int, 6>, tensor<int, 2, 3>>);
  STATIC_REQUIRE(!std::is_constructible_v<tensor<int, 1, 2, 3>, tensor<int, 2, 3>>);
  STATIC_REQUIRE(!std::is_constructible_v<three, tensor<int, 2, dyn>>);
  STATIC_REQUIRE(!std::is_constructible_v<tensor<int, 2, 4>, tensor<int, 2, 3>>);
  STATIC_REQUIRE(!std::is_constructible_v<tensor<int, 1>, tensor<int, 3>>);
  STATIC_REQUIRE(!std::is_constructible_v<tensor<int, features>, tensor<int, batch>>);
  STATIC_REQUIRE(!std::is_constructible_v<tensor<std::string, 3>, tensor<int*, 3>>);
}

namespace {

inline constexpr dim height{"height"}, width{"width"}, two{"two", at_least<2>};

} // namespace

TEST_CASE("a tensor has extents that are expressions of names") {
  tensor<int, height - 1, 2 * width> t(3, 6);
  CHECK(t.shape()[0] == 3);
  CHECK(sizeof(t) == sizeof(dtensor<int, 2>));
  STATIC_REQUIRE(std::same_as<decltype(t), tensor<int, height - 2 + 1 * 1, width + width>> ==
                 false);
  STATIC_REQUIRE(std::same_as<decltype(t), tensor<int, height - 1, width + width>>);
  struct grid {
    tensor<int, height, width> u;
    tensor<int, height - 1, width> d;
  } g{tensor<int, height, width>(4, 3), {}};
  g.d = g.u[range(_1, _)] - g.u[range(_, -_1)];
  CHECK(g.d.extent(0) == 3);
}

TEST_CASE("sizes that extents with names cannot have are refused") {
  using odd = tensor<int, 2 * width>;
  using stencil = tensor<int, height, height - 1>;
  using promised = tensor<int, two, 3>;
  CHECK_THROWS_AS(odd(5), shape_error);
  CHECK_THROWS_AS(stencil(5, 3), shape_error);
  CHECK_THROWS_AS(promised(1), shape_error);
  CHECK_THROWS_AS(promised(1, 3), shape_error);
  CHECK_THROWS_AS((promised{{1, 2, 3}}), shape_error);
  CHECK(stencil(5, 4).size() == 20);
  CHECK(promised(2).size() == 6);
  dtensor<int, 2> one(1, 3);
  promised t(4);
  CHECK_THROWS_AS(t = one, shape_error);
  CHECK(t.extent(0) == 4);
  CHECK_THROWS_AS(promised(one), shape_error);
  CHECK_THROWS_WITH(stencil(5, 3),
                    "stria: a tensor of the extents (height, height - 1) cannot have "
                    "the shape (5, 3): height - 1 cannot be 3");
  CHECK_THROWS_WITH(promised(1),
                    "stria: a tensor of the extents (two, 3) cannot have the shape (1, "
                    "3): two has at least 2 elements");
}

TEST_CASE("a tensor without sizes has the smallest ones that its extents allow") {
  tensor<int, two, two - 1> t;
  CHECK(t.extent(0) == 2);
  CHECK(t.extent(1) == 1);
  CHECK(t[_0, _0] == 0);
  CHECK(t[range(_0, _1)].shape()[0] == 1);
  STATIC_REQUIRE(decltype(t[range(_0, _1)])::extents[0].is_static());
  CHECK(tensor<int, height + 1>().size() == 1);
  CHECK(tensor<int, height - 1>().size() == 0);
}
