// SPDX-License-Identifier: BSL-1.0
// Operands that are computed before the loops, because the loops would compute them repeatedly, or
// would overwrite elements that the operands read.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <string>

using namespace stria;
using stria::index;

namespace {

/// An expensive function that counts its calls.
struct slow {
  static constexpr const char* text = "slow";
  static constexpr bool is_expensive = true;
  static inline index calls = 0;
  template <class T> T operator()(const T& x) const {
    ++calls;
    return x * T(2);
  }
};
/// The same function without a declared cost.
struct quick {
  static constexpr const char* text = "quick";
  static inline index calls = 0;
  template <class T> T operator()(const T& x) const {
    ++calls;
    return x * T(2);
  }
};

/// Numbers in no particular order.
template <class... N> auto numbers(N... n) {
  dtensor<double, sizeof...(N)> t(n...);
  index k = 0;
  for (double& x : t.storage())
    x = static_cast<double>(37 * ++k % 101) / 16. - 3.;
  return t;
}
template <class A, class B> bool same(const A& a, const B& b) {
  return a.shape() == b.shape() && all_of(a == b);
}

template <class R, class E> bool says(R& r, const E& e, const std::string& line) {
  return explain_route(r, e).find(line) != std::string::npos;
}

template <class F> index calls_of(const F& f) {
  slow::calls = quick::calls = 0;
  f();
  return slow::calls + quick::calls;
}

} // namespace

TEST_CASE("an expensive operand that is broadcast is computed once for each of its elements") {
  const index n = 30, m = 40;
  dtensor<double, 2> a = numbers(n, m), r(n, m);
  const dtensor<double, 1> w = numbers(m), v = numbers(n);
  const dtensor<double, 2> twice = 2. * w + a;

  SECTION("fewer axes") {
    CHECK(calls_of([&] { r = map(slow(), w) + a; }) == m);
    CHECK(all_of(r == twice));
    CHECK(calls_of([&] { r += map(slow(), w); }) == n * m);
    CHECK(says(r, exp(w) * a, "computed first: exp, shape (40,)\n"));
    CHECK(route_of(r, exp(w) * a) == route::panel);
    CHECK(says(r, map(slow(), w) + a, "computed first: slow, shape (40,)\n"));
  }
  SECTION("axes of size 1 that the type knows") {
    CHECK(calls_of([&] { r = map(slow(), v)[_, newaxis] + a; }) == n);
    for (const index rows : {2, 7, 30, 300}) {
      const tensor<double, dyn, 1> column = reshape(numbers(rows), rows, 1_c);
      const dtensor<double, 2> wide = numbers(rows, index{5});
      dtensor<double, 2> to(rows, 5);
      CAPTURE(rows);
      CHECK(calls_of([&] { to = map(slow(), column) * wide; }) == rows);
      CHECK(same(to, eval(2. * column * wide)));
    }
    CHECK(all_of(r == 2. * v[_, newaxis] + a));
    CHECK(calls_of([&] { r = map(slow(), v[_, newaxis] + 1.) + a; }) == n);
    CHECK(calls_of([&] { r = a - (map(slow(), v)[_, newaxis] - w); }) == n);
    CHECK(calls_of([&] { r[range(0, 5)] = a[range(0, 5)] - map(slow(), w) * 3.; }) == m);
  }
  SECTION("within other functions, in reductions, of constants") {
    CHECK(calls_of([&] { r = sqrt(abs(a * map(slow(), w))); }) == m);
    CHECK(calls_of([&] { eval(sum(map(slow(), w) * a, _0)); }) == m);
    CHECK(calls_of([&] { eval(a / sum(map(slow(), w) * a, _1, keepdims)); }) == m);
    // Two reductions of the same memory.
    CHECK(calls_of([&] { r = (a - mean(a, _0)) / map(slow(), var(a, _0)); }) == m);
    CHECK(all_of(r == (a - eval(mean(a, _0))) / (eval(var(a, _0)) * 2.)));
    CHECK(calls_of([&] { r = map(slow(), max(a, _0) - min(a, _0)) - a; }) == m);
    const dtensor<double, 0> one(3.);
    CHECK(calls_of([&] { eval(a[_, _] * map(slow(), one)); }) == 1);
    tensor<double, 2, 3> s{{1., 2., 3.}, {4., 5., 6.}};
    const tensor<double, 3> t{1., 2., 3.};
    CHECK(calls_of([&] { s = s + map(slow(), t); }) == 3);
    CHECK(all_of(s == tensor<double, 2, 3>{{3., 6., 9.}, {6., 9., 12.}}));
  }
  SECTION("not what is cheap, what is not repeated, what sizes of the run time repeat") {
    CHECK(calls_of([&] { r = map(quick(), w) + a; }) == n * m);
    CHECK(calls_of([&] { r = map(slow(), a) + w; }) == n * m);
    const dtensor<double, 2> column = numbers(n, index{1});
    CHECK(calls_of([&] { r = map(slow(), column) + a; }) == n * m);
    CHECK(!says(r, w * 2. + a, "computed first"));
    CHECK(!says(r, exp(a) + w, "computed first"));
    CHECK(!says(r, map(quick(), w) + a, "computed first"));
  }
  SECTION("a function that holds something is called for each element of the result") {
    index calls = 0;
    r = map([&calls](double x) { return ++calls, x * 2; }, w) + a;
    CHECK(calls == n * m);
    CHECK(all_of(r == twice));
  }
  SECTION("what overlaps") {
    const dtensor<double, 2> before = r = a;
    r = map(slow(), r[0]) + r;
    CHECK(all_of(r == 2. * before[0] + before));
  }
}

TEST_CASE("an expression that is read at places of an index array") {
  const index n = 100;
  const dtensor<double, 1> a = numbers(n);
  dtensor<index, 1> many(3 * n), few(n / 4);
  for (index i = 0; i < many.size(); ++i)
    many[i] = (7 * i) % n - (i % 2 == 0 ? n : 0);
  few = many[range(0, n / 4)];
  dtensor<double, 1> r;

  SECTION("as a whole, or element by element") {
    CHECK(calls_of([&] { r = map(slow(), a)[many]; }) == n);
    CHECK(all_of(r == 2. * a[many]));
    CHECK(calls_of([&] { r = map(quick(), a)[few]; }) == few.size());
    CHECK(all_of(r == 2. * a[few]));
    CHECK(calls_of([&] { r = 1. + map(quick(), a)[many]; }) == n);
    CHECK(all_of(r == 1. + 2. * a[many]));
    CHECK(route_of(r, (a * a)[many]) == route::own);
  }
  SECTION("along an axis, by pairs, by a mask") {
    const dtensor<double, 2> b = numbers(index{20}, index{5});
    const tensor<index, 4> rows{3, 0, 19, -1}, columns{0, 4, 1, -5};
    CHECK(same(eval((b + 1.)[rows]), eval(b + 1.)[rows]));
    CHECK(same(eval((b + 1.)[_, columns]), eval(b + 1.)[_, columns]));
    CHECK(same(eval((b + 1.)[rows, columns]), eval(b + 1.)[rows, columns]));
    CHECK(same(eval(transpose(b * b)[columns, rev()]), eval(transpose(b * b))[columns, rev()]));
    for (double limit : {-1e9, 0.2, 1e9})
      CHECK(same(eval((b * 2.)[b > limit]), eval(b * 2.)[b > limit]));
    CHECK(same(eval(sort(b, _0)[rows]), eval(sort(b, _0))[rows]));
  }
  SECTION("an index outside") {
    dtensor<index, 1> wrong = many;
    wrong[7] = n;
    CHECK_THROWS_AS(eval((a + 1.)[wrong]), index_error);
    CHECK_THROWS_AS(r = (a + 1.)[wrong[range(5, 8)]], index_error);
    CHECK_THROWS_AS(eval((a + 1.)[wrong] * 2.), index_error);
  }
  SECTION("a function that holds something is called where an element is read") {
    index calls = 0;
    r = map([&calls](double x) { return ++calls, x * 2; }, a)[many];
    CHECK(calls == many.size());
    CHECK(all_of(r == 2. * a[many]));
  }
}

TEST_CASE("only parts of the target that are broadcast are copied, not the whole right side") {
  const index n = 60;
  const dtensor<double, 2> start = numbers(n, n);
  dtensor<double, 2> d = start, expected = start;
  const auto step = [&](index k) { return minimum(d, d[_, k][_, newaxis] + d[k]); };
  CHECK(route_of(d, step(3)) == route::in_place);
  CHECK(says(d, step(3), "overlap: the operands that are broadcast are copied first"));
  for (index k = 0; k < n; ++k) {
    d = step(k);
    const dtensor<double, 2> old = expected;
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < n; ++j)
        expected[i, j] = std::min(old[i, j], old[i, k] + old[k, j]);
  }
  CHECK(all_of(d == expected));
  // If an operand that is not broadcast overlaps the target, nothing is computed first.
  CHECK(route_of(d, d + transpose(d)) == route::in_place);
  CHECK(route_of(d, d[rev()] + d[0]) == route::in_place);
  d = start;
  d = d[rev()] + d[0];
  CHECK(all_of(d == start[rev()] + start[0]));
  d = start;
  d -= d[_, 5][_, newaxis] * d[7];
  CHECK(all_of(d == start - start[_, 5][_, newaxis] * start[7]));
}
