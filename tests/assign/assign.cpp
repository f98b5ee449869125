// SPDX-License-Identifier: BSL-1.0
// Assignment to tensors and views: shapes that fit, broadcasting, and refusals that leave the
// target unchanged.
#include "catch.hpp"
#include "values.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <concepts>
#include <vector>

using namespace stria;
using test::list;
using test::values;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

auto matrix() { return test::counted(dtensor<int, 2>(3, 4)); }

} // namespace

TEST_CASE("a tensor takes the values and the shape") {
  dtensor<int, 2> t;
  t = tensor{{1, 2}, {3, 4}};
  CHECK(test::shape(t) == list<stria::index>{2, 2});
  t = t[_0, newaxis] + t[_1, newaxis];
  CHECK(test::shape(t) == list<stria::index>{1, 2});
  CHECK(values(t) == list<>{4, 6});
  t = matrix();
  CHECK(test::shape(t) == list<stria::index>{3, 4});
  t = t[_, range(0, 0)];
  CHECK(test::shape(t) == list<stria::index>{3, 0});
  tensor<int, dyn, 4> p;
  p = matrix();
  CHECK(test::shape(p) == list<stria::index>{3, 4});
  tensor<int, batch, 4> n;
  n = matrix() * 2;
  CHECK(test::shape(n) == list<stria::index>{3, 4});
  n = n[rev()];
  CHECK(n[0, 0] == 16);
  tensor<int> r;
  r = sum(p);
  CHECK(r == 66);
  r = 5;
  CHECK(r == 5);
}

TEST_CASE("swap exchanges the storage of two tensors, and their sizes") {
  dtensor<int, 1> u{1, 2, 3}, v{4, 5};
  const int *const of_u = u.data(), *const of_v = v.data();
  swap(u, v);
  CHECK(values(u) == list<>{4, 5});
  CHECK(values(v) == list<>{1, 2, 3});
  CHECK(u.data() == of_v);
  CHECK(v.data() == of_u);
  tensor<int, 2> a{1, 2}, b{3, 4};
  using std::swap;
  swap(a, b);
  CHECK(values(a) == list<>{3, 4});
  CHECK(values(b) == list<>{1, 2});
}

TEST_CASE("only scalars are broadcast into a tensor") {
  tensor<int, 3, 4> fixed;
  dtensor<int, 2> loose(3, 4);
  fixed = 7;
  CHECK(values(fixed) == list<>(12, 7));
  loose = 7;
  CHECK(values(loose) == list<>(12, 7));
  loose = 1.9;
  CHECK(values(loose) == list<>(12, 1));
  loose = true;
  CHECK(loose[2, 3] == 1);
  // A tensor with dynamic extents is resized to the shape of the right side.
  loose = dtensor<int, 2>(1, 4);
  CHECK(test::shape(loose) == list<stria::index>{1, 4});
  const dtensor<int, 2> row(1, 4);
  CHECK_THROWS_AS((fixed = row), shape_error);
  CHECK_THROWS_AS((fixed = row + 1), shape_error);
  CHECK_THROWS_WITH((fixed = row), test::contains("(1, 4)") && test::contains("(3, 4)"));
  CHECK(values(fixed) == list<>(12, 7));
}

TEST_CASE("elements are converted") {
  tensor<double, 3> d;
  d = tensor{1, 2, 3};
  CHECK(values(d) == list<double>{1, 2, 3});
  tensor<int, 3> i;
  i = tensor{1.9, -1.9, 0.5};
  CHECK(values(i) == list<>{1, -1, 0});
  tensor<bool, 3> b;
  b = tensor{0, 1, 2};
  CHECK(values(b) == list<bool>{false, true, true});
  tensor<std::complex<float>, 3> z;
  z = d;
  CHECK(values(z)[2] == std::complex<float>(3, 0));
  i[_] = 2.9;
  CHECK(values(i) == list<>{2, 2, 2});
  i[range(1, _)] = d[range(1, _)] * 1.5;
  CHECK(values(i) == list<>{2, 3, 4});
  // The value is converted to the element type last, so that sums keep their fractions.
  i = tensor{1, 1, 1};
  i += 0.75;
  CHECK(values(i) == list<>{1, 1, 1});
  i = i + 0.75 + 0.75;
  CHECK(values(i) == list<>{2, 2, 2});
}

TEST_CASE("values are broadcast into views") {
  auto t = matrix();
  t[range(1, _)] = tensor{10, 20, 30, 40};
  CHECK(values(t) == list<>{0, 1, 2, 3, 10, 20, 30, 40, 10, 20, 30, 40});
  t[_, range(_, 2)] = tensor{{1}, {2}, {3}};
  CHECK(values(t[_, range(_, 2)]) == list<>{1, 1, 2, 2, 3, 3});
  t[_, _] = 5;
  CHECK(values(t) == list<>(12, 5));
  t[_1] = dtensor<int, 1>(1);
  CHECK(values(t[_1]) == list<>(4, 0));
  t[_, _, newaxis] = tensor{{{1}, {2}, {3}, {4}}};
  CHECK(values(t[_2]) == list<>{1, 2, 3, 4});
  t[_] = tensor<int>(8);
  CHECK(values(t) == list<>(12, 8));
  t[_0] = sum(t, _1, keepdims)[_0];
  CHECK(values(t[_0]) == list<>(4, 32));
  // A view of rank 0.
  t[1, 1, newaxis] = 9;
  t[2, newaxis, 2][_0] = 10;
  CHECK(t[1, 1] == 9);
  CHECK(t[2, 2] == 10);
  // A view of static shape is assigned a value of dynamic shape.
  tensor<int, 2, 3> s;
  s[_] = dtensor<int, 1>{1, 2, 3};
  s[_1] = dtensor<int, 2>{{4, 5, 6}};
  CHECK(values(s) == list<>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("leading axes of size 1 are dropped") {
  auto t = matrix();
  t[_1] = tensor{{9, 9, 9, 9}};
  CHECK(values(t[_1]) == list<>(4, 9));
  t[_2] = dtensor<int, 4>{{{{1, 2, 3, 4}}}};
  CHECK(values(t[_2]) == list<>{1, 2, 3, 4});
  t[_0] = dtensor<int, 3>(1, 1, 1);
  CHECK(values(t[_0]) == list<>(4, 0));
  const dtensor<int, 2> two(2, 4);
  CHECK_THROWS_AS((t[_1] = two), shape_error);
  t[1, 1, newaxis][_0] = 3;
  dtensor<int, 1> single{6};
  t[0, 0, newaxis] = single;
  CHECK(t[0, 0] == 6);
  t += dtensor<int, 3>{{{1, 1, 1, 1}}};
  CHECK(t[0, 0] == 7);
  auto e = dtensor<int, 3>(1, 3, 4) + 1;
  t[_, _] = e;
  CHECK(values(t) == list<>(12, 1));
}

TEST_CASE("a shape that does not fit leaves the target unchanged") {
  auto t = matrix();
  const auto before = values(t);
  const dtensor<int, 1> three(3);
  const dtensor<int, 2> two_rows(2, 4);
  const dtensor<int, 1> none(0);
  CHECK_THROWS_AS((t[_0] = three), shape_error);
  CHECK_THROWS_AS((t[_] = three), shape_error);
  CHECK_THROWS_AS((t[_] = two_rows), shape_error);
  CHECK_THROWS_AS((t[_] = three + 1), shape_error);
  CHECK_THROWS_AS((t[_, range(1, 1)] = two_rows[_, range(1, 1)]), shape_error);
  CHECK_THROWS_AS((t[_0] = none), shape_error);
  CHECK_THROWS_AS((t[range(0, 0)] = two_rows), shape_error);
  CHECK_THROWS_AS((t += three), shape_error);
  CHECK_THROWS_AS((t -= two_rows * 2), shape_error);
  CHECK_THROWS_AS((t[_0] *= three), shape_error);
  CHECK_THROWS_AS((t = two_rows + three), shape_error);
  CHECK_THROWS_AS((noalias(t[_0]) = three), shape_error);
  CHECK_THROWS_AS((noalias(t) += three), shape_error);
  CHECK_THROWS_AS((t[nd({{0}, {7}})] = 1), index_error);
  CHECK_THROWS_AS((t[nd({{0}, {1}})] = two_rows[_, range(1, _)]), shape_error);
  CHECK_THROWS_AS((t[_0] = t[5]), index_error);
  CHECK(values(t) == before);
  CHECK_THROWS_WITH((t[_] = two_rows), test::contains("(2, 4)") && test::contains("(3, 4)"));
  tensor<int, batch, features> x(3, 4);
  CHECK_THROWS_WITH((x[_] = two_rows), test::contains("batch=3") && test::contains("features=4"));
  CHECK_THROWS_AS((x[_] = two_rows), std::invalid_argument);
  tensor<int, 3, 4> fixed;
  CHECK_THROWS_AS((fixed = two_rows), shape_error);
  CHECK_THROWS_AS((fixed[_] = two_rows), shape_error);
}

TEST_CASE("the result of an assignment is the target") {
  auto t = matrix();
  STATIC_REQUIRE(std::same_as<decltype(t = t + 1), dtensor<int, 2>&>);
  STATIC_REQUIRE(std::same_as<decltype(t += 1), dtensor<int, 2>&>);
  CHECK(&(t = t + 1) == &t);
  CHECK(&(t += 1) == &t);
  ((t = 0) += 3) *= 2;
  CHECK(values(t) == list<>(12, 6));
  auto v = t[_0];
  (v = 1) += 1;
  CHECK(values(t[_0]) == list<>(4, 2));
  dtensor<int, 2> u;
  u = t = matrix();
  CHECK(values(u) == values(matrix()));
}

TEST_CASE("braces are elements") {
  dtensor<int, 1> t(8);
  t = {1, 2, 3};
  CHECK(values(t) == list<>{1, 2, 3});
  dtensor<int, 2> m;
  m = {{1, 2}, {3, 4}};
  CHECK(test::shape(m) == list<stria::index>{2, 2});
  CHECK(values(m) == list<>{1, 2, 3, 4});
  tensor<int, 2> s;
  s = {5, 6};
  CHECK(values(s) == list<>{5, 6});
}

TEST_CASE("reductions of the target are computed first") {
  auto t = test::counted(tensor<double, 2, 3>());
  t = t - mean(t);
  CHECK(values(t) == list<double>{-2.5, -1.5, -0.5, 0.5, 1.5, 2.5});
  t -= min(t);
  CHECK(values(t) == list<double>{0, 1, 2, 3, 4, 5});
  t /= max(t, _1, keepdims);
  CHECK(values(t) == list<double>{0, 0.5, 1, 0.6, 0.8, 1});
  t[_0] += sum(t);
  CHECK(t[0, 0] == test::Approx(3.9));
  t = matmul(t, transpose(t))[_, _0][_, newaxis] + t * 0.0;
  CHECK(t[0, 0] == t[0, 2]);
}

TEST_CASE("a tensor is assigned an expression of itself with another shape") {
  tensor<int, 2, dyn> t = test::counted(dtensor<int, 2>(2, 3));
  t = t[_, range(1, _)];
  CHECK(values(t) == list<>{1, 2, 4, 5});
  t = concat(_1, t, t[_, rev()]);
  CHECK(values(t) == list<>{1, 2, 2, 1, 4, 5, 5, 4});
  t = t[_, range(0, 0)];
  CHECK(t.shape() == std::array<stria::index, 2>{2, 0});
  CHECK_THROWS_AS((t = dtensor<int, 2>(3, 3)), shape_error);
  CHECK(t.shape() == std::array<stria::index, 2>{2, 0});

  dtensor<std::string, 2> s(2, 3);
  for (int k = 0; k < 6; ++k)
    s.data()[k] = std::string(30, static_cast<char>('a' + k));
  s = transpose(s);
  CHECK(s.shape() == std::array<stria::index, 2>{3, 2});
  CHECK(s[2, 0] == std::string(30, 'c'));
  s = s[range(1, _)] + s[range(_, -1)];
  CHECK(s.shape() == std::array<stria::index, 2>{2, 2});
  CHECK(s[1, 1] == std::string(30, 'f') + std::string(30, 'e'));

  tensor<double> z;
  z = 4.0;
  z = z + z;
  CHECK(z() == 8);
  dtensor<int, 1> e;
  e = e + e;
  CHECK(e.size() == 0);
}

TEST_CASE("a reduction of the target itself is written into its memory if it fits") {
  dtensor<int, 2> s(3, 1);
  s = 5;
  const int* const memory = s.data();
  const auto seen = s[_, _0];
  s = cumsum(s, _0);
  CHECK(s.data() == memory);
  CHECK(values(seen) == list<>{5, 10, 15});
  s = max(s + s[rev()], _1, keepdims);
  CHECK(s.data() == memory);
  CHECK(values(seen) == list<>{20, 20, 20});
  s = max(s, _0, keepdims);
  CHECK(s.shape() == std::array<stria::index, 2>{1, 1});
  CHECK(s[0, 0] == 20);

  dtensor<int, 1> kept(2);
  kept = 1;
  CHECK_THROWS_AS(kept = max(dtensor<int, 2>(0, 3), _0), value_error);
  CHECK(values(kept) == list<>{1, 1});
  CHECK_THROWS_AS((kept = max(dtensor<int, 2>(0, 2), _0)), value_error);
  CHECK(values(kept) == list<>{1, 1});
  tensor<int, 2> fixed = kept;
  CHECK_THROWS_AS(fixed = max(dtensor<int, 2>(3, 3), _0), shape_error);
  CHECK(values(fixed) == list<>{1, 1});
}

TEST_CASE("checks of shapes by types") {
  using detail::extent_fault;
  using detail::fit_extents;
  using detail::shape_of;
  constexpr auto broadcast = detail::fit_rule::broadcast, exact = detail::fit_rule::exact;
  const auto fits = [](const auto& to, const auto& from, detail::fit_rule rule) {
    return fit_extents(to, from, rule).fault == extent_fault::none;
  };
  STATIC_REQUIRE(fits(shape_of<2, 3>(), shape_of<2, 3>(), exact));
  STATIC_REQUIRE(fits(shape_of<2, 3>(), shape_of<3>(), broadcast));
  STATIC_REQUIRE(fits(shape_of<2, 3>(), shape_of<2, 1>(), broadcast));
  STATIC_REQUIRE(!fits(shape_of<2, 3>(), shape_of<2, 1>(), exact));
  STATIC_REQUIRE(!fits(shape_of<2, 3>(), shape_of<3>(), exact));
  STATIC_REQUIRE(fits(shape_of<3>(), shape_of<1, dyn, 3>(), broadcast));
  STATIC_REQUIRE(!fits(shape_of<3>(), shape_of<1, 2, 3>(), broadcast));
  STATIC_REQUIRE(fits(shape_of<2, 3>(), shape_of<dyn, dyn>(), exact));
  // The fault states the axis of the target, or the ranks.
  constexpr auto second = fit_extents(shape_of<5, 2, 3>(), shape_of<2, 4>(), broadcast);
  STATIC_REQUIRE((second.fault == extent_fault::sizes && second.axis == 2 && !second.rank));
  constexpr auto first = fit_extents(shape_of<2, 3>(), shape_of<4, 3>(), exact);
  STATIC_REQUIRE((first.fault == extent_fault::sizes && first.axis == 0 && !first.rank));
  constexpr auto ranks = fit_extents(shape_of<3>(), shape_of<2, 3>(), broadcast);
  STATIC_REQUIRE((ranks.fault == extent_fault::sizes && ranks.rank));
  constexpr auto leading = fit_extents(shape_of<3>(), shape_of<1, 2, 3>(), broadcast);
  STATIC_REQUIRE((leading.fault == extent_fault::sizes && leading.rank));
}

TEST_CASE("each leading axis that is dropped has the size 1") {
  dtensor<int, 1> t(3);
  CHECK_NOTHROW((t[_] = dtensor<int, 3>(1, 1, 3)));
  CHECK_THROWS_AS((t[_] = dtensor<int, 3>(1, 2, 3)), shape_error);
  CHECK_THROWS_AS((t[_] = dtensor<int, 3>(2, 1, 3)), shape_error);
}

TEST_CASE("tensors of more elements than a short line: shapes") {
  dtensor<float, 2> a(8, 40), c(8, 1), row(1, 40), r(2, 2);
  for (dtensor<float, 2>* t : {&a, &c, &row})
    for (stria::index i = 0; i < t->size(); ++i)
      t->data()[i] = static_cast<float>(i);

  SECTION("the target adopts the shape, and is read before") {
    r = a;
    r = r + c * row; // the same number of elements
    CHECK(r[7, 39] == a[7, 39] + c[7, 0] * row[0, 39]);
    dtensor<float, 2> s = row;
    s = s + c; // more elements
    CHECK(s.shape() == std::array<stria::index, 2>{8, 40});
    CHECK(s[7, 39] == row[0, 39] + c[7, 0]);
    s = row[0, 0] * c - c;
    CHECK(s.shape() == std::array<stria::index, 2>{8, 1});
  }
  SECTION("a tensor with another shape since the expression was made") {
    const auto e = a + c;
    c = dtensor<float, 2>(3, 1);
    CHECK_THROWS_AS(r = e, shape_error);
    CHECK(r.size() == 4);
  }
  SECTION("a static extent of the target, and a compound assignment") {
    tensor<float, dyn, 30> narrow(8);
    CHECK_THROWS_WITH(narrow = a + c,
                      "stria: a value of shape (8, 40) does not fit into the target "
                      "of shape (?, 30)");
    CHECK_THROWS_WITH(c += a * row,
                      "stria: a value of shape (8, 40) does not fit into the target of "
                      "shape (8, 1)");
    a += c * 2.f;
    CHECK(a[7, 39] == 319 + 7 * 2.f);
  }
  SECTION("four axes, and no elements") {
    dtensor<int, 4> x(3, 4, 5, 6), y(3, 1, 5, 1), none(3, 0, 5, 6), z;
    for (int i = 0; i < 360; ++i)
      x.data()[i] = i;
    for (int i = 0; i < 15; ++i)
      y.data()[i] = i * 1000;
    z = x - y;
    CHECK(z[2, 3, 4, 5] == 359 - 14000);
    CHECK(z[1, 2, 0, 3] == 120 + 60 + 3 - 5000);
    z = none + y;
    CHECK(z.shape() == std::array<stria::index, 4>{3, 0, 5, 6});
  }
}

TEST_CASE("an element that a target has several times gets the last of its values") {
  // The rows of a panel are computed into a buffer, which has the repeated rows once.
  const auto number = [](stria::index i, stria::index j, stria::index k) {
    return static_cast<double>(100 * i + 10 * j + k);
  };
  for (const stria::index n : {2, 17, 33, 300})
    for (const int repeated : {1, 2, 3, 4, 5, 6})
      for (const stria::index step : {1, 2, 3}) {
        CAPTURE(n, repeated, step);
        const std::array<stria::index, 3> sizes{2, 3, n};
        std::array<stria::index, 3> strides{};
        stria::index next = step;
        for (std::size_t k = 3; k-- > 0;)
          if ((repeated >> k & 1) == 0) {
            strides[k] = next;
            next *= sizes[k];
          }
        const auto a = from_function(number, 2, 3, n), b = eval(a + 1.);
        std::vector<double> memory(static_cast<std::size_t>(next));
        const auto wrong_after = [&](const auto& e) {
          auto v = as_view(memory.data(), sizes, strides);
          std::fill(memory.begin(), memory.end(), -1.);
          v = e;
          const auto last = [&](int k, auto i) {
            return (repeated >> k & 1) != 0 ? sizes[static_cast<std::size_t>(k)] - 1 : i;
          };
          int wrong = 0;
          for (stria::index i = 0; i < 2; ++i)
            for (stria::index j = 0; j < 3; ++j)
              for (stria::index k = 0; k < n; ++k)
                wrong += v[i, j, k] != e[last(0, i), last(1, j), last(2, k)];
          return wrong;
        };
        CHECK(wrong_after(a[ellipsis]) == 0);
        CHECK(wrong_after(a + b) == 0);
        CHECK(wrong_after(a / (b * b + 1.) + a * b - b / (a + 1.) + a / b) == 0); // not light
        CHECK(wrong_after(a[rev(), _, rev()] * b) == 0);
      }
}
