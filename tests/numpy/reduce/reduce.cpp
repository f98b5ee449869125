// SPDX-License-Identifier: BSL-1.0
// Reductions: the elements that are combined, and the results.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace stria;
using test::holds;
using test::holds_each;
using test::inf;
using test::list;
using test::qnan;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};
using cd = std::complex<double>;

/// T is the type that a reduction over all axes returns.
template <class T, class E> constexpr bool gives(const E&) { return std::same_as<E, T>; }
template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

const tensor<int, 2, 3> m{{1, 2, 3}, {4, 5, 6}};

} // namespace

TEST_CASE("all reductions of a small matrix") {
  CHECK(holds_each(sum(m, _0), {5, 7, 9}));
  CHECK(holds_each(sum(m, _1), {6, 15}));
  CHECK(holds_each(sum(m, -_1), {6, 15}));
  CHECK(holds_each(sum(m, -_2), {5, 7, 9}));
  CHECK(sum(m, _0, _1) == 21);
  CHECK(sum(m, -_1, _0) == 21);
  CHECK(holds(prod(m, _0), {4, 10, 18}));
  CHECK(prod(m) == 720);
  CHECK(holds(mean(m, _0), {2.5, 3.5, 4.5}));
  CHECK(holds(mean(m, _1), {2, 5}));
  CHECK(mean(m) == 3.5);
  CHECK(holds(min(m, _0), {1, 2, 3}));
  CHECK(holds(max(m, _1), {3, 6}));
  CHECK(holds(argmin(m, _0), {0, 0, 0}));
  CHECK(holds(argmax(m, _1), {2, 2}));
  CHECK(argmax(m) == 5);
  CHECK(holds(any(m > 5, _0), {false, false, true}));
  CHECK(holds(all_of(m > 1, _1), {false, true}));
  CHECK(holds(none_of(m > 4, _1), {true, false}));
  CHECK(holds(none_of(m > 4, _0, keepdims), {true, false, false}));
  CHECK(holds(count_nonzero(m > 2, _1), {1, 3}));

  CHECK(sum(m) == 21);
  const auto total = sum(m);
  CHECK(total == 21);
  CHECK(max(m) == 6);
  CHECK(any(m > 5));
  CHECK(!all_of(m > 5));
  CHECK(none_of(m > 6));
  if (const double d = mean(m); d != 3.5)
    FAIL();
}

TEST_CASE("keepdims keeps the rank") {
  CHECK(holds(sum(m, _0, keepdims), {5, 7, 9}));
  CHECK(has<1, 3>(sum(m, _0, keepdims)));
  CHECK(has<2, 1>(mean(m, -_1, keepdims)));
  CHECK(has<1, 1>(max(m, keepdims)));
  CHECK(has<1, 1>(argmax(m, _0, _1, keepdims)));
  CHECK(holds_each(max(m, keepdims), {6}));
  CHECK(holds(argmax(m, _0, _1, keepdims), {5}));
  CHECK(holds(m - mean(m, _1, keepdims), {-1, 0, 1, -1, 0, 1}));
  CHECK(holds(m - mean(m, _0), {-1.5, -1.5, -1.5, 1.5, 1.5, 1.5}));
  CHECK(holds((m - min(m, _1, keepdims)) * 2 + max(m), {6, 8, 10, 6, 8, 10}));
  CHECK(holds(m == max(m, _1, keepdims), {false, false, true, false, false, true}));
  CHECK(holds(m + sum(m), {22, 23, 24, 25, 26, 27}));
}

TEST_CASE("extents of the result are static if those of the operand are") {
  const dtensor<int, 2> d = m;
  const tensor<int, 2, dyn> p = m;
  tensor<int, batch, 4, features> n(2, 3);
  n = test::counted(n);
  CHECK(has<3>(sum(m, _0)));
  CHECK(has<dyn>(sum(d, _0)));
  CHECK(has<2>(sum(p, _1)));
  CHECK(has<dyn>(sum(p, _0)));
  CHECK(gives<std::int64_t>(sum(p)));
  CHECK(has<2, 1>(sum(p, _1, keepdims)));
  CHECK(has<batch, features>(sum(n, _1)));
  CHECK(has<batch, 4>(mean(n, -_1)));
  CHECK(has<features>(max(n, _0, _1)));
  CHECK(has<batch>(argmax(n, _1, _2)));
  CHECK(has<batch, 1, features>(any(n, _1, keepdims)));
  CHECK(has<1, 4, 1>(count_nonzero(n, _0, -_1, keepdims)));
  STATIC_REQUIRE(decltype(sum(n, _1))::extents == detail::shape_of<batch, features>());
  STATIC_REQUIRE(std::same_as<decltype(eval(sum(n, _1))), tensor<std::int64_t, batch, features>>);
  CHECK(test::shape(sum(n, _1)) == list<stria::index>{2, 3});
  CHECK(holds(sum(n, _0, _1), {84, 92, 100}));
  CHECK(holds(sum(d, _0), {5, 7, 9}));
  CHECK(holds(sum(p, _0), {5, 7, 9}));
  const auto s = sum(n, _1);
  CHECK(s.rank == 2);
  CHECK(s.size() == 6);
  CHECK(s.extent(-1) == 3);
  // The axes that are not reduced keep their names. A named axis cannot be combined with one of
  // another name.
  CHECK(holds(n[0, 0] + sum(n, _0, _1), {84, 93, 102}));
  CHECK(has<batch, 4, features>(n - mean(n, _1, keepdims)));
}

TEST_CASE("element types") {
  CHECK(gives<std::int64_t>(sum(tensor<std::int8_t, 2>())));
  CHECK(gives<std::int64_t>(sum(tensor<int, 2>())));
  CHECK(gives<std::int64_t>(prod(tensor<short, 2>())));
  CHECK(gives<std::uint64_t>(sum(tensor<std::uint8_t, 2>())));
  CHECK(gives<std::uint64_t>(prod(tensor<unsigned, 2>())));
  CHECK(gives<long long>(sum(tensor<long long, 2>())));
  CHECK(gives<std::int64_t>(sum(tensor<bool, 2>())));
  CHECK(gives<float>(sum(tensor<float, 2>())));
  CHECK(gives<long double>(prod(tensor<long double, 2>())));
  CHECK(gives<double>(mean(tensor<std::uint8_t, 2>())));
  CHECK(gives<double>(mean(tensor<bool, 2>())));
  CHECK(gives<float>(mean(tensor<float, 2>())));
  CHECK(gives<cd>(mean(tensor<cd, 2>())));
  CHECK(gives<std::uint8_t>(max(tensor<std::uint8_t, 2>())));
  CHECK(gives<bool>(min(tensor<bool, 2>())));
  CHECK(gives<stria::index>(argmin(tensor<float, 2>())));
  CHECK(gives<stria::index>(count_nonzero(tensor<float, 2>())));
  CHECK(gives<bool>(any(tensor<float, 2>())));
  CHECK(gives<bool>(none_of(tensor<float, 2>())));

  // np.sum(np.full(300, 200, np.uint8)) is 60000.
  // np.prod(np.full(5, 100000)) is 10 ** 25 modulo 2 ** 64.
  tensor<std::uint8_t, 300> bytes;
  bytes = 200;
  CHECK(sum(bytes) == 60000u);
  CHECK(mean(bytes) == 200);
  CHECK(prod(tensor{100000, 100000, 100000}) == 1000000000000000);
  const tensor<bool, 2, 3> b{{true, false, true}, {true, true, true}};
  CHECK(sum(b) == 5);
  CHECK(holds(sum(b, _0), {2, 1, 2}));
  CHECK(holds(prod(b, _1), {0, 1}));
  CHECK(holds(mean(b, _0), {1, 0.5, 1}));
  CHECK(holds(min(b, _0), {true, false, true}));
  CHECK(holds(max(b, _1), {true, true}));
  CHECK(holds(argmin(b, _1), {1, 0}));
  CHECK(holds(argmax(b, _1), {0, 0}));
  CHECK(any(b));
  CHECK(!all_of(b));
  CHECK(count_nonzero(b) == 5);

  const tensor<cd, 2, 2> z{{cd(1, 2), cd(0, 0)}, {cd(3, -1), cd(0, 1)}};
  CHECK(sum(z) == cd(4, 2));
  CHECK(holds(sum(z, _0), {cd(4, 1), cd(0, 1)}));
  CHECK(holds(prod(z, _1), {cd(0), cd(1, 3)}));
  CHECK(mean(z) == cd(1, 0.5));
  CHECK(holds(count_nonzero(z, _1), {1, 2}));
  CHECK(holds(all_of(z, _0), {true, false}));
  CHECK(holds(any(z, _1), {true, true}));
  CHECK(holds(sum(real(z), _1), {1, 3}));

  // Strings are added in row-major order.
  const tensor<std::string, 2, 3> w{{"a", "b", "c"}, {"d", "e", "f"}};
  CHECK(sum(w) == "abcdef");
  CHECK(holds(sum(w, _0), {"ad", "be", "cf"}));
  CHECK(holds(sum(w, _1), {"abc", "def"}));
  CHECK(holds(sum(w[_, rev()], _1), {"cba", "fed"}));
  CHECK(sum(tensor<std::string, 0>()).empty());
  CHECK(max(w) == "f");
  CHECK(holds(min(w, _1), {"a", "d"}));
  CHECK(holds(argmax(w, _0), {1, 1, 1}));
}

TEST_CASE("a function without data is called in row-major order of the reduced axes") {
  const auto f = [](long acc, long v) { return (acc * 31 + v) % 1000003; };
  dtensor<long, 2> memory(30, 40);
  for (stria::index i = 0; i < memory.size(); ++i)
    memory.data()[i] = i * 7919 % 1000;
  const auto check = [&](const auto& t) {
    const auto shape = t.shape();
    const dtensor<long, 1> columns = reduce(f, 1L, t, _0), rows = reduce(f, 1L, t, _1);
    long total = 1;
    for (stria::index i = 0; i < shape[0]; ++i) {
      long row = 1;
      for (stria::index k = 0; k < shape[1]; ++k) {
        total = f(total, t(i, k));
        row = f(row, t(i, k));
      }
      REQUIRE(rows(i) == row);
    }
    for (stria::index k = 0; k < shape[1]; ++k) {
      long column = 1;
      for (stria::index i = 0; i < shape[0]; ++i)
        column = f(column, t(i, k));
      REQUIRE(columns(k) == column);
    }
    CHECK(reduce(f, 1L, t) == total);
    CHECK(holds(reduce(f, 1L, t, _0, _1, keepdims), {total}));
  };
  check(memory);
  check(transpose(memory));
  check(memory[rev(), rev()]);
  check(transpose(memory)[range(_, _, 3), range(_, _, -2)]);
  check(memory[_, range(5, 5)]);
}

TEMPLATE_TEST_CASE("lines with gaps have the reductions of their copies", "", double, float,
                   std::int8_t, std::uint16_t, std::int64_t, bool) {
  using T = TestType;
  dtensor<T, 1> v(3100);
  for (stria::index i = 0; i < v.size(); ++i)
    v.data()[i] = static_cast<T>(i * 7 % 5 - 1);
  const auto check = [](const auto& line) {
    const auto copy = eval(line);
    CHECK(sum(line) == sum(copy));
    CHECK(max(line) == max(copy));
    CHECK(min(line) == min(copy));
    CHECK(argmax(line) == argmax(copy));
    CHECK(any(line) == any(copy));
    CHECK(all_of(line) == all_of(copy));
    CHECK(mean(line) == mean(copy));
  };
  for (stria::index n : {1, 2, 7, 8, 15, 16, 17, 31, 64, 65, 255, 1024, 1025}) {
    CAPTURE(n);
    check(v[range(0, 3 * n, 3)]);
    check(v[range(3 * n - 1, _, -3)]);
    check(v[range(n - 1, _, -1)]);
  }
  CHECK(sum(v[range(5, 5, 2)]) == 0);
  dtensor<T, 2> square(40, 40);
  for (stria::index i = 0; i < square.size(); ++i)
    square.data()[i] = static_cast<T>(i % 3);
  check(square[_, 3]);
  check(diagonal(square));
  CHECK(trace(square) == sum(eval(diagonal(square))));
}

TEMPLATE_TEST_CASE("rows of any length, with and without elements that decide", "", bool,
                   std::uint8_t, std::int16_t, std::int32_t, float, double) {
  using T = TestType;
  for (stria::index n = 0; n <= 70; ++n) {
    CAPTURE(n);
    dtensor<T, 2> none(n + 2, n), some(n + 2, n);
    std::vector<bool> any_row, all_row;
    for (stria::index k = 0; k < n + 2; ++k)
      for (stria::index i = 0; i < n; ++i) {
        none(k, i) = T(0);
        some(k, i) = i == k ? T(1) : T(0);
      }
    dtensor<bool, 1> r = any(none, _1);
    CHECK(!any(r));
    r = any(some, _1);
    CHECK(count_nonzero(r) == n);
    r = any(some > T(0), _1); // other elements than those in memory
    CHECK(count_nonzero(r) == n);
    r = any(some[_, rev()], _1);
    CHECK(count_nonzero(r) == n);
    r = all_of(some == T(0), _1);
    CHECK(count_nonzero(r) == 2);
    const dtensor<T, 2> inverse = where(some == T(0), T(1), T(0));
    r = all_of(inverse, _1);
    CHECK(count_nonzero(r) == 2);
    CHECK(r.size() == n + 2);
  }
}

namespace {

// Compares maps of one reduction and numbers with maps of the values of the reduction.
template <class Fold> void finished(const Fold& fold) {
  const auto values = eval(fold);
  const auto same = [](const auto& x, const auto& y) {
    static_assert(std::same_as<typename std::remove_cvref_t<decltype(x)>::value_type,
                               typename std::remove_cvref_t<decltype(y)>::value_type>);
    return x.shape() == y.shape() && all_of(x == y);
  };
  CHECK(same(eval(fold > 3), eval(values > 3)));
  CHECK(same(eval(2 - fold), eval(2 - values)));
  CHECK(same(eval(1. / (fold * 0.5 + 9)), eval(1. / (values * 0.5 + 9))));
  CHECK(same(eval(sqrt(fold * 3 + 99)), eval(sqrt(values * 3 + 99))));
  CHECK(same(eval(exp(fold * 0.1f)), eval(exp(values * 0.1f))));
  CHECK(same(eval(maximum(fold, 5)), eval(maximum(values, 5))));
  auto r = eval(values * 2.f), s = r;
  r = fold * 2.f - 1.f;
  s = values * 2.f - 1.f;
  CHECK(same(r, s));
  r += fold * 2.f;
  s += values * 2.f;
  CHECK(same(r, s));
}

} // namespace

TEMPLATE_TEST_CASE("maps of one reduction and numbers", "", float, std::uint16_t) {
  using T = TestType;
  for (const auto& [n0, n1] : std::vector<std::pair<stria::index, stria::index>>{
           {1, 1}, {2, 4}, {3, 3}, {5, 8}, {6, 19}, {70, 5}, {40, 50}, {3, 0}, {0, 3}}) {
    CAPTURE(n0, n1);
    dtensor<T, 2> a(n0, n1);
    for (stria::index i = 0; i < a.size(); ++i)
      a.data()[i] = static_cast<T>(i * 7 % 11 - (std::is_signed_v<T> ? 3 : 0));
    finished(sum(a, _1));
    finished(sum(a, _0));
    finished(count_nonzero(a, _0, keepdims));
    finished(sum(a * a, _1, keepdims));
    CHECK(all_of((2. * any(a, _1) == 2. * eval(any(a, _1)))));
    CHECK(all_of((2. * sum(a[_, rev()], _1) == 2. * eval(sum(a[_, rev()], _1)))));
    if (n0 * n1 != 0) {
      finished(max(a, _1));
      finished(mean(a, _1));
      finished(var(a, _0));
      finished(std_dev(a, _1, keepdims));
    }
  }
  tensor<T, 3, 3> few;
  tensor<T, dyn, 3> points(21);
  tensor<T, 3, dyn> rows(21);
  for (stria::index i = 0; i < 63; ++i) {
    few.data()[i % 9] = static_cast<T>(i % 9 - 2);
    points.data()[i] = rows.data()[i] = static_cast<T>(i * 5 % 13 - 2);
  }
  finished(sum(few, _1));
  finished(sum(points, _1));
  finished(sum(rows, _0));
  finished(var(rows, _1));
}

TEST_CASE("maps of one reduction inside expressions, and in the place of an operand") {
  dtensor<float, 2> a(6, 9), r(6, 9);
  for (stria::index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<float>(i * 7 % 11) - 3.f;
  const auto b = a;
  const dtensor<float, 2> length = eval(sum(b * b, _1, keepdims)),
                          mean1 = eval(mean(b, _1, keepdims)), var1 = eval(var(b, _1, keepdims));
  r = a / sqrt(sum(a * a, _1, keepdims) + 1.f);
  CHECK(all_of(r == b / sqrt(length + 1.f)));
  a = a / sqrt(sum(a * a, _1, keepdims) + 1.f);
  CHECK(all_of(a == r));
  a = b;
  // The same reduction with other numbers, and the reduction itself.
  r = (a - mean(a, _1, keepdims)) / sqrt(var(a, _1, keepdims) + 1.f) +
      1.f / sqrt(var(a, _1, keepdims) + 2.f) * var(a, _1, keepdims);
  CHECK(all_of(r == (b - mean1) / sqrt(var1 + 1.f) + 1.f / sqrt(var1 + 2.f) * var1));
  r = (a - 2.f * mean(a, _1, keepdims)) / sqrt(var(a, _1, keepdims) + 1.f) -
      3.f * mean(a, _1, keepdims);
  CHECK(all_of(r == (b - 2.f * mean1) / sqrt(var1 + 1.f) - 3.f * mean1));
  const auto x = sqrt(sum(a * a, _1, keepdims));
  r = x * tanh(x) + a;
  CHECK(all_of(r == sqrt(length) * tanh(sqrt(length)) + b));
  // The target is an operand of the reduction, and changes its size.
  dtensor<float, 1> v(9);
  v = 0.f;
  v = sqrt(sum(a * a + v, _1)) - 1.f;
  CHECK(v.size() == 6);
  CHECK(all_of(v == sqrt(eval(sum(a * a + 0.f * a, _1))) - 1.f));
  CHECK_THROWS_AS(v = 2.f * max(dtensor<float, 2>(3, 0), _1), value_error);
  CHECK(v.size() == 6);
}

TEMPLATE_TEST_CASE("positions in a few elements", "", float, double, std::uint8_t, std::int64_t) {
  using T = TestType;
  for (const auto& [n0, n1] : std::vector<std::pair<stria::index, stria::index>>{{1, 1},
                                                                                 {2, 4},
                                                                                 {7, 8},
                                                                                 {5, 15},
                                                                                 {5, 16},
                                                                                 {9, 4},
                                                                                 {16, 8},
                                                                                 {3, 300},
                                                                                 {40, 3},
                                                                                 {70, 20}}) {
    CAPTURE(n0, n1);
    dtensor<T, 2> a(n0, n1);
    for (stria::index i = 0; i < a.size(); ++i)
      a.data()[i] = static_cast<T>(i * 37 % 29);
    if constexpr (std::is_floating_point_v<T>)
      a(n0 / 2, n1 / 3) = static_cast<T>(qnan);
    const auto better = [](T x, T best, bool largest) {
      return best == best && (x != x || (largest ? x > best : x < best));
    };
    for (const bool largest : {false, true}) {
      dtensor<stria::index, 1> row(n0), column(n1), rows, columns;
      for (stria::index i = 0; i < n0; ++i)
        for (stria::index k = 0; k < n1; ++k) {
          row(i) = better(a(i, k), a(i, row(i)), largest) ? k : row(i);
          column(k) = better(a(i, k), a(column(k), k), largest) ? i : column(k);
        }
      stria::index place = 0;
      for (stria::index i = 0; i < a.size(); ++i)
        place = better(a.data()[i], a.data()[place], largest) ? i : place;
      rows = largest ? eval(argmax(a, _1)) : eval(argmin(a, _1));
      columns = largest ? eval(argmax(a, _0)) : eval(argmin(a, _0));
      CHECK(all_of(rows == row));
      CHECK(all_of(columns == column));
      CHECK((largest ? argmax(a) : argmin(a)) == place);
      columns = largest ? eval(argmax(a[_, rev()], _0)) : eval(argmin(a[_, rev()], _0));
      CHECK(all_of(columns == column[rev()]));
    }
  }
}

TEST_CASE("NaN") {
  // x = np.array([[1, nan, 3], [nan, nan, 0], [4, 5, 6]])
  const tensor<double, 3, 3> x{{1, qnan, 3}, {qnan, qnan, 0}, {4, 5, 6}};
  CHECK(holds(sum(x, _1), {qnan, qnan, 15}));
  CHECK(holds(prod(x, _1), {qnan, qnan, 120}));
  CHECK(holds(mean(x, _1), {qnan, qnan, 5}));
  CHECK(holds(min(x, _1), {qnan, qnan, 4})); // np.min(x, 1)
  CHECK(holds(max(x, _1), {qnan, qnan, 6})); // np.max(x, 1)
  CHECK(holds(max(x, _0), {qnan, qnan, 6}));
  CHECK(holds(argmin(x, _1), {1, 0, 0})); // np.argmin(x, 1)
  CHECK(holds(argmax(x, _1), {1, 0, 2})); // np.argmax(x, 1)
  CHECK(holds(argmax(x, _0), {1, 0, 2})); // np.argmax(x, 0)
  CHECK(argmax(x) == 1);
  CHECK(argmin(x[rev(), rev()]) == 4);
  CHECK(holds(any(x, _1), {true, true, true})); // NaN is not zero
  CHECK(holds(all_of(x, _1), {true, false, true}));
  CHECK(holds(count_nonzero(x, _1), {3, 2, 3}));
  CHECK(holds(max(tensor{-inf, inf, 0.}), {inf}));
  CHECK(holds(sum(tensor{-inf, inf}), {qnan}));
  CHECK(holds(min(tensor<float, 2, 1>{{-0.0f}, {0.0f}}, _1), {-0.0f, 0.0f}));
  // A NaN at any position of a long row.
  for (stria::index at : {0, 1, 17, 700, 1999}) {
    dtensor<float, 1> t(2000);
    t = 1.f;
    t[at] = float(qnan);
    CAPTURE(at);
    CHECK(std::isnan(max(t)));
    CHECK(std::isnan(min(t)));
    CHECK(std::isnan(sum(t)));
    CHECK(argmax(t) == at);
    CHECK(argmin(t) == at);
  }
}

TEST_CASE("the first of equal elements") {
  CHECK(argmax(tensor{1, 3, 3, 2, 3}) == 1);
  CHECK(argmin(tensor{2, 1, 1, 2, 1}) == 1);
  CHECK(argmin(tensor{5, 5, 5}) == 0);
  CHECK(argmax(tensor{{0, 7}, {7, 7}}) == 1);
  CHECK(argmax(transpose(tensor{{0, 1}, {7, 7}})) == 1);
  CHECK(holds(argmax(tensor{{0, 7}, {7, 7}}, _0), {1, 0}));
  CHECK(argmax(tensor{1, 3, 3}[rev()]) == 0);
  CHECK(holds(argmin(tensor{0.0, -0.0}), {0}));
}

TEST_CASE("rank 0 and empty tensors") {
  const tensor<int> scalar(5);
  CHECK(sum(scalar) == 5);
  CHECK(mean(scalar) == 5);
  CHECK(min(scalar) == 5);
  CHECK(argmax(scalar) == 0);
  CHECK(any(scalar));
  CHECK(int(max(scalar * 2 + 1, keepdims)) == 11);
  CHECK(gives<std::int64_t>(sum(scalar)));
  CHECK(sum(m[1, 2] + scalar) == 11);
  CHECK(sum(sum(m, keepdims)) == 21);

  const tensor<double, 2, 0> none;
  const dtensor<double, 2> loose(2, 0);
  CHECK(sum(none) == 0);
  CHECK(prod(none) == 1);
  CHECK(std::isnan(mean(none)));
  CHECK(all_of(none));
  CHECK(!any(none));
  CHECK(none_of(none));
  CHECK(count_nonzero(none) == 0);
  CHECK(holds(sum(none, _1), {0, 0}));
  CHECK(holds(prod(loose, _1), {1, 1}));
  CHECK(holds(mean(loose, _1), {qnan, qnan}));
  CHECK(holds(mean(tensor<int, 0>()), {qnan}));
  CHECK(holds(any(loose, _1, keepdims), {false, false}));
  CHECK_THROWS_AS(min(none), value_error);
  CHECK_THROWS_AS(eval(max(loose, _1)), value_error);
  CHECK_THROWS_AS(argmin(loose), value_error);
  CHECK_THROWS_AS(eval(argmax(none, _1, keepdims)), value_error);
  CHECK_THROWS_WITH(max(loose), test::contains("max") && test::contains("(2, 0)"));
  CHECK_THROWS_WITH(eval(argmin(loose, _1)), test::contains("argmin"));
  // An empty result needs no elements.
  CHECK(holds(sum(none, _0), {}));
  CHECK(holds(max(none, _0), {}));
  CHECK(holds(min(loose, _0), {}));
  CHECK(holds(argmax(loose, _0), {}));
  CHECK(test::shape(max(loose, _0, keepdims)) == list<stria::index>{1, 0});
  // If a reduced axis is empty, NumPy raises an error even if the result is empty, too.
  const tensor<double, 0, 0> nothing;
  const dtensor<double, 3> hollow(2, 0, 0);
  CHECK_THROWS_AS(eval(max(nothing, _0)), value_error);
  CHECK_THROWS_AS(eval(min(nothing, _1, keepdims)), value_error);
  CHECK_THROWS_AS(eval(argmax(nothing, _1)), value_error);
  CHECK_THROWS_AS(eval(argmin(hollow, _1)), value_error);
  CHECK_THROWS_AS(eval(max(hollow, _0, _2)), value_error);
  CHECK_THROWS_WITH(eval(max(hollow, _1) + 1), test::contains("(2, 0, 0)"));
  CHECK(test::shape(eval(max(hollow, _0))) == list<stria::index>{0, 0});
  CHECK(test::shape(eval(argmin(hollow, _0))) == list<stria::index>{0, 0});
  CHECK(test::shape(eval(sum(hollow, _1))) == list<stria::index>{2, 0});
  // A target keeps its values if there is nothing to reduce.
  tensor<double, 2> kept{1, 2};
  CHECK_THROWS_AS(kept = max(loose, _1), value_error);
  CHECK(holds(kept, {1, 2}));
}

TEST_CASE("targets that are read") {
  tensor<double, 2, 3> t = m;
  t = t - mean(t, _0);
  CHECK(holds(t, {-1.5, -1.5, -1.5, 1.5, 1.5, 1.5}));
  t = m;
  t -= mean(t, _1, keepdims);
  CHECK(holds(t, {-1, 0, 1, -1, 0, 1}));
  t = m;
  t /= sum(t);
  CHECK(sum(t) == test::Approx(1));
  t = m;
  t[_0] = sum(t, _0);
  CHECK(holds(t, {5, 7, 9, 4, 5, 6}));
  t[_, rev()] += max(t, _0);
  CHECK(holds(t, {14, 14, 14, 13, 12, 11}));
  dtensor<double, 1> v{1, 2, 3};
  v = v[rev()] * sum(v) + argmax(v);
  CHECK(holds(v, {20, 14, 8}));
  dtensor<std::int64_t, 1> w{1, 2, 3};
  w = sum(m, _1);
  CHECK(holds(w, {6, 15}));

  // Reductions of reductions, of products of slices, of rvalues.
  CHECK(holds(max(sum(m, _0)), {9}));
  CHECK(holds(sum(m * max(m, _0)), {4 + 10 + 18 + 16 + 25 + 36}));
  CHECK(holds(sum(m[_, range(0, 2)] * m[_, range(1, 3)], _1), {2 + 6, 20 + 30}));
  CHECK(holds(sum(m, _0)[rev()], {9, 7, 5}));
  CHECK(sum(m, _0)[_1] == 7);
  CHECK(holds(transpose(sum(m, _0, keepdims)), {5, 7, 9}));
  auto owner = [] { return sum(tensor<int, 2, 2>{{1, 2}, {3, 4}}, _1) + 1; }();
  CHECK(holds(owner, {4, 8}));
}

TEST_CASE("a reduction over some axes is lazy, and computed once for each assignment") {
  int calls = 0;
  const auto counted = map([&calls](int x) { return ++calls, x; }, m);
  const auto e = m * sum(counted, _1, keepdims) + m;
  CHECK(calls == 0);
  const auto r = eval(e);
  CHECK(calls == 6);
  CHECK(holds(r, {7, 14, 21, 64, 80, 96}));
  // A lazy reduction uses later values of the operand. A reduction over all axes does not.
  tensor<int, 1, 3> t{{1, 2, 3}};
  const auto rows = sum(t, _1);
  const auto total = sum(t);
  t[0, 0] = 10;
  CHECK(rows[0] == 15);
  CHECK(total == 6);
}

namespace {

/// The position of the first smallest or largest element of row `at`; a NaN counts as best.
template <class T>
stria::index place_of(const tensor<T, dyn, dyn>& a, stria::index at, bool largest) {
  stria::index place = 0;
  for (stria::index j = 1; j < a.shape()[1]; ++j) {
    const T best = a[at, place], x = a[at, j];
    if (best != best)
      break;
    if (x != x || (largest ? x > best : x < best))
      place = j;
  }
  return place;
}
/// True if argmin and argmax of the rows of `e`, whose elements are those of `a`, are correct.
template <class T> bool finds_places(const tensor<T, dyn, dyn>& a, const auto& e) {
  const dtensor<stria::index, 1> low = argmin(e, -_1), high = argmax(e, -_1);
  for (stria::index i = 0; i < a.shape()[0]; ++i)
    if (low[i] != place_of(a, i, false) || high[i] != place_of(a, i, true))
      return false;
  return true;
}
/// Small numbers, so that equal elements are frequent, with NaN in some rows.
template <class T> dtensor<T, 2> few_values(stria::index rows, stria::index columns) {
  dtensor<T, 2> a(rows, columns);
  std::uint32_t state = 1;
  for (T& x : a.storage()) {
    state = state * 1664525u + 1013904223u;
    x = static_cast<T>(state >> 28);
    if (std::floating_point<T> && state % 97 == 0)
      x = static_cast<T>(qnan);
  }
  return a;
}

} // namespace

TEST_CASE("argmin and argmax of short rows") {
  const auto check = [](auto zero) {
    using T = decltype(zero);
    for (const stria::index rows : {1, 7, 8, 9, 64, 65, 150})
      for (const stria::index columns : {1, 2, 3, 4, 5, 8, 11, 16, 17, 32, 33}) {
        CAPTURE(rows, columns);
        const auto a = few_values<T>(rows, columns);
        CHECK(finds_places(a, a));
        CHECK(finds_places(a, a + zero)); // not in memory
        const dtensor<T, 2> turned = transpose(a), back = a[rev(), rev()];
        CHECK(finds_places(a, transpose(turned)));
        CHECK(finds_places(a, back[rev(), rev()]));
        dtensor<T, 3> wide(rows, columns, 2);
        wide[_, _, 1] = a;
        CHECK(finds_places(a, wide[_, _, 1]));
      }
  };
  check(float());
  check(std::int8_t());
  check(double());
}

TEST_CASE("argmin of short rows below several axes that cannot be joined") {
  const auto a = few_values<float>(3 * 10, 6);
  dtensor<float, 3> padded(3, 12, 8);
  auto inside = padded[_, range(1, 11), range(2, 8)];
  inside = reshape(a, 3, 10, 6);
  const dtensor<stria::index, 2> low = argmin(inside, _2);
  dtensor<stria::index, 2> turned(10, 3);
  transpose(turned) = argmin(inside, _2);
  bool equal = true;
  for (stria::index i = 0; i < 30; ++i)
    equal = equal && low[i / 10, i % 10] == place_of(a, i, false) &&
            turned[i % 10, i / 10] == place_of(a, i, false);
  CHECK(equal);
}

TEST_CASE("a reduction over no axis is a copy") {
  const dtensor<int, 3> a = reshape(arange(24), 2, 4, 3);
  const dtensor<int, 2> b = a[_0];
  const dtensor<int, 1> c = b[_1];
  dtensor<std::int64_t, 3> r = reduce<"a b c -> a b c">(a, sum);
  CHECK(array_equal(r, a));
  CHECK(all_of(reduce<"a b c -> a b c">(a, max) == a));
  CHECK(all_of(reduce<"a b -> a b">(b, sum) - b == 0));
  CHECK(all_of(reduce<"a b -> b a">(b, min) == transpose(b)));
  CHECK(all_of(reduce<"a -> a">(c, sum) == c));
  CHECK(all_of(reduce<"a b -> a b">(b[rev(), range(_, _, 2)], max) == b[rev(), range(_, _, 2)]));
}

TEST_CASE("reductions in constant expressions") {
  constexpr tensor c{{1, 2, 3}, {4, 5, 6}};
  STATIC_REQUIRE(sum(c) == 21);
  STATIC_REQUIRE(eval(sum(c, _0))[_2] == 9);
  STATIC_REQUIRE(eval(prod(c, _1))[_1] == 120);
  STATIC_REQUIRE(mean(c) == 3.5);
  STATIC_REQUIRE(min(c[_, rev()]) == 1);
  STATIC_REQUIRE(eval(max(c, _1, keepdims))[_1, _0] == 6);
  STATIC_REQUIRE(argmax(c) == 5);
  STATIC_REQUIRE(eval(argmin(c[rev()], _0))[_0] == 1);
  STATIC_REQUIRE(any(c > 5));
  STATIC_REQUIRE(!all_of(c > 5));
  STATIC_REQUIRE(none_of(c > 6));
  STATIC_REQUIRE(count_nonzero(c > 2) == 4);
  STATIC_REQUIRE(eval(c - min(c, _1, keepdims))[_1, _2] == 2);
  STATIC_REQUIRE([] {
    tensor<double, 2, 2> t{{1, 2}, {3, 4}};
    t = t - mean(t, _0);
    return t[0, 0] == -1 && t[1, 1] == 1;
  }());
  STATIC_REQUIRE(sum(dtensor<int, 1>{1, 2, 3}[range(1, _)]) == 5);
  STATIC_REQUIRE(sum(transpose(c) * 2) == 42);
}

TEMPLATE_TEST_CASE("reductions of elements selected by a mask", "", double, std::int8_t, bool) {
  using T = TestType;
  dtensor<T, 2> a(7, 33);
  for (stria::index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<T>((i * 5) % 7 - 3);
  dtensor<bool, 2> mask(7, 33);
  for (stria::index i = 0; i < mask.size(); ++i)
    mask.data()[i] = i % 3 == 1;
  const auto check = [](const auto& selected) {
    const auto moved = eval(selected);
    CHECK(sum(selected) == sum(moved));
    CHECK(sum(selected, _0) == sum(moved));
    CHECK(count_nonzero(selected) == count_nonzero(moved));
    CHECK(mean(selected) == mean(moved));
    CHECK(max(selected) == max(moved));
    CHECK(any(selected) == any(moved));
    STATIC_REQUIRE(std::is_same_v<decltype(sum(selected)), decltype(sum(moved))>);
    const dtensor<decltype(sum(moved)), 1> kept = sum(selected, keepdims);
    CHECK(kept(0) == sum(moved));
  };
  check(a[mask]);
  check(a[_, range(_, _, 2)][mask[_, range(_, _, 2)]]);
  check(a[a > T(0)]);
  const dtensor<T, 1> ones{T(1), T(1), T(1), T(1), T(1)};
  const dtensor<bool, 1> two{true, false, false, true, false}, none(5);
  CHECK(prod(ones[two] + ones[two]) == prod(eval(ones[two] + ones[two])));
  CHECK(prod(ones[two]) == 1);
  CHECK(sum(ones[two]) == 2);
  CHECK(sum(ones[none]) == 0);
  CHECK(prod(ones[none]) == 1);
  CHECK_THROWS_AS(max(ones[none]), value_error);
  CHECK_THROWS_AS(sum(a[dtensor<bool, 2>(7, 32)]), shape_error);
  CHECK_THROWS_AS(sum(a[a[_, range(0, 5)] > T(0)]), shape_error);
}

TEMPLATE_TEST_CASE("means of narrow integers are exact sums divided once", "", bool, std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t) {
  using T = TestType;
  dtensor<T, 2> x(300, 700);
  double expected = 0;
  for (stria::index i = 0; i < x.size(); ++i) {
    x.data()[i] = i % 3 == 0 ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
    expected += static_cast<double>(x.data()[i]);
  }
  CHECK(mean(x) == expected / 210000);
  const dtensor<double, 1> columns = mean(x, _0), rows = mean(x, _1);
  for (stria::index j = 0; j < 700; ++j)
    REQUIRE(columns[j] == static_cast<double>(sum(x[_, j])) / 300);
  for (stria::index i = 0; i < 300; ++i)
    REQUIRE(rows[i] == static_cast<double>(sum(x[i])) / 700);
  CHECK(mean(dtensor<T, 1>(0)) != mean(dtensor<T, 1>(0))); // NaN
}

TEMPLATE_TEST_CASE("any and all_of find the one element that decides", "", bool, std::int8_t,
                   std::uint16_t, int, std::int64_t, float, double) {
  using T = TestType;
  for (const stria::index n :
       {1, 4, 7, 8, 31, 32, 33, 64, 127, 260, 300, 1023, 1025, 5000, 16384, 16390, 40000}) {
    dtensor<T, 1> zeros(n), ones(n);
    zeros = T(0);
    ones = T(1);
    CHECK_FALSE(any(zeros));
    CHECK(all_of(ones));
    CHECK(all_of(zeros == zeros));
    const stria::index step = n < 400 ? 1 : n / 37;
    for (stria::index at = n - 1; at >= 0; at -= step) {
      zeros(at) = T(1);
      ones(at) = T(0);
      const bool found = any(zeros) && any(zeros[range(_, _, -1)]) && any(zeros != T(0)) &&
                         any(zeros + zeros > T(1)) && any(cast<double>(zeros) > ones);
      const bool missed = all_of(ones) || all_of(ones[range(_, _, -1)]) || all_of(ones == T(1)) ||
                          all_of(zeros == T(0)) || all_of(cast<float>(ones) > zeros);
      if (!found || missed)
        FAIL("element " << at << " of " << n);
      zeros(at) = T(0);
      ones(at) = T(1);
    }
  }
  // Along rows, of which each is decided by another element.
  for (const stria::index n : {5, 40, 300, 2100}) {
    dtensor<T, 2> x(n, n);
    x = T(0);
    for (stria::index i = 0; i < n; i += 2)
      x(i, i) = T(1);
    const dtensor<bool, 1> found = any(x, _1), none = all_of(x == T(0), _1),
                           every_other = any(x[_, range(_, _, 2)], _1);
    for (stria::index i = 0; i < n; ++i)
      REQUIRE((found(i) == (i % 2 == 0) && none(i) != found(i) && every_other(i) == found(i)));
  }
}

TEMPLATE_TEST_CASE("count_nonzero counts every element once", "", bool, std::int8_t, std::uint8_t,
                   std::int16_t, std::uint16_t, int, std::int64_t, float, double) {
  using T = TestType;
  for (const stria::index n : {0,  1,  3,   15,  16,  17,   31,   32,   33,   63,   64,
                               65, 95, 128, 160, 260, 1000, 1024, 1040, 9000, 70000}) {
    dtensor<T, 1> x(n), full(n);
    full = T(1);
    stria::index expected = 0;
    for (stria::index i = 0; i < n; ++i) {
      x(i) = T(i * i % 7 < 3 ? 1 : 0);
      expected += i * i % 7 < 3 ? 1 : 0;
    }
    CHECK(count_nonzero(full) == n);
    CHECK(count_nonzero(x) == expected);
    CHECK(count_nonzero(x[range(_, _, -1)]) == expected);
    CHECK(count_nonzero(x == T(0)) == n - expected);
    CHECK(count_nonzero(x != full) == n - expected);
    CHECK(count_nonzero(x > cast<float>(full) - 0.5f) == expected);
    const dtensor<stria::index, 1> rows = count_nonzero(x[newaxis, _], _1);
    CHECK(rows(0) == expected);
  }
}
