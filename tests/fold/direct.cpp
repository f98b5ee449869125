// SPDX-License-Identifier: BSL-1.0
// Reductions of small static shapes, which need no plan, compared with those of a tensor of
// run-time shape with the same elements.
#include "catch.hpp"
#include "values.hpp"

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

using namespace stria;
using test::evaluated;

namespace {

template <class T, extent... E> tensor<T, E...> numbered() {
  tensor<T, E...> t;
  for (stria::index k = 0; k < t.size(); ++k)
    t.data()[k] = T(static_cast<float>((k * k + 3 * k) % 17 % 5));
  return t;
}
template <class T> bool same(const T& a, const T& b) { return a == b; }
bool same(float a, float b) { return std::abs(a - b) <= 1e-6f * (1 + std::abs(b)); }
template <class A, class B> bool all_same(const A& a, const B& b) {
  const auto x = evaluated(a), y = evaluated(b);
  bool equal = x.size() == y.size() && test::shape(a) == test::shape(b);
  for (std::size_t k = 0; equal && k < x.size(); ++k)
    equal = same(x[k], y[k]);
  return equal;
}
/// Compares reduce(a, axes...) with reduce(b, axes...) for several sets of axes.
template <class A, class B, class F> void check_axes(const A& a, const B& b, const F& reduce) {
  const auto check = [&](auto... axes) { CHECK(all_same(reduce(a, axes...), reduce(b, axes...))); };
  check(_0);
  check(_1);
  check(_2);
  check(_0, _2);
}

constexpr auto sum_of = [](const auto&... a) { return sum(a...); };
constexpr auto max_of = [](const auto&... a) { return max(a...); };
constexpr auto mean_of = [](const auto&... a) { return mean(a...); };
constexpr auto var_of = [](const auto&... a) { return var(a...); };

} // namespace

TEST_CASE("few elements, each set of axes") {
  const auto a = numbered<float, 2, 3, 5>();
  const dtensor<float, 3> b = a;
  check_axes(a, b, sum_of);
  check_axes(a, b, max_of);
  check_axes(a * a, b * b, mean_of);
  check_axes(a, b, var_of);
  CHECK(all_same(sum(a, _1, _2, keepdims), sum(b, _1, _2, keepdims)));
  CHECK(all_same(max(a, _0, _1), max(b, _0, _1)));
  const auto bytes = numbered<std::uint8_t, 2, 3, 5>();
  const dtensor<std::uint8_t, 3> more_bytes = bytes;
  check_axes(bytes, more_bytes, sum_of);
  check_axes(bytes, more_bytes, max_of);
}

TEST_CASE("few elements, of other types and of other operands") {
  using complex = std::complex<double>;
  const auto z = numbered<complex, 3, 4>();
  const dtensor<complex, 2> w = z;
  CHECK(evaluated(sum(z, _0)) == evaluated(sum(w, _0)));
  CHECK(evaluated(sum(z, _1)) == evaluated(sum(w, _1)));
  const auto flags = eval(numbered<int, 4, 8>() > 1);
  const dtensor<bool, 2> more_flags = flags;
  CHECK(evaluated(any(flags, _0)) == evaluated(any(more_flags, _0)));
  CHECK(evaluated(all_of(flags, _1)) == evaluated(all_of(more_flags, _1)));
  CHECK(evaluated(count_nonzero(flags, _1)) == evaluated(count_nonzero(more_flags, _1)));

  // Views of a larger tensor, transposed and reversed; a row together with a column.
  const auto a = numbered<double, 9, 10>();
  const dtensor<double, 2> b = a;
  const auto part = [](const auto& t) { return transpose(t[range(_1, _7), range(_8, _0, -_1)]); };
  CHECK(evaluated(sum(part(a), _0)) == evaluated(sum(part(b), _0)));
  CHECK(evaluated(min(part(a), _1)) == evaluated(min(part(b), _1)));
  const auto products = [](const auto& t) {
    return t[range(_0, _4), _2][_, newaxis] * t[_1, range(_0, _6)];
  };
  CHECK(evaluated(sum(products(a), _0)) == evaluated(sum(products(b), _0)));
  CHECK(evaluated(sum(products(a), _1)) == evaluated(sum(products(b), _1)));

  // A NaN affects only its row and its column.
  auto n = numbered<float, 4, 4>();
  n[1, 2] = std::numeric_limits<float>::quiet_NaN();
  const auto least = eval(min(n, _0)), most = eval(max(n, _1));
  CHECK(std::isnan(least[2]));
  CHECK(least[1] == 1);
  CHECK(std::isnan(most[1]));
  CHECK_FALSE(std::isnan(most[0]));

  // Into a strided target, which is also read.
  tensor<double, 4, 4> t = a[range(_0, _4), range(_0, _4)];
  const auto expected = evaluated(sum(dtensor<double, 2>(t), _1));
  t[_, _2] = sum(t, _1);
  CHECK(evaluated(t[_, _2]) == expected);
}

static_assert([] {
  tensor<int, 2, 3> t{{1, 2, 3}, {4, 5, 6}};
  const auto columns = eval(sum(t, _0));
  const auto rows = eval(max(t, _1));
  return columns[0] == 5 && columns[2] == 9 && rows[0] == 3 && rows[1] == 6;
}());

TEMPLATE_TEST_CASE("one axis of memory", "", float, std::int64_t, unsigned char, bool) {
  for (const stria::index n : {1, 2, 7, 63, 64, 65, 1023, 1024, 1025}) {
    CAPTURE(n);
    stria::dtensor<TestType, 2> a(n, 3);
    double sum_of_column = 0, sum_of_others = 0;
    for (stria::index i = 0; i < n; ++i)
      for (stria::index k = 0; k < 3; ++k) {
        a(i, k) = static_cast<TestType>((5 * i + k) % 7);
        (k == 1 ? sum_of_column : sum_of_others) += static_cast<double>(a(i, k));
      }
    const auto column = a[stria::_, 1];
    CHECK(static_cast<double>(sum(column)) == sum_of_column);
    CHECK(static_cast<double>(sum(column[stria::rev()])) == sum_of_column);
    CHECK(static_cast<double>(sum(a[stria::rev(), 0]) + sum(a[stria::_, 2])) == sum_of_others);
    CHECK(eval(sum(column, stria::keepdims))[0] == sum(column));
    CHECK(static_cast<double>(max(column)) ==
          static_cast<double>(static_cast<TestType>(n > 1 ? 6 : 1)));
    CHECK(min(broadcast_to(a[0, stria::range(2, 3)], n)) == a(0, 2));
    CHECK(any(column));
  }
  const stria::dtensor<TestType, 2> none(0, 3);
  CHECK(sum(none[stria::_, 1]) == 0);
  CHECK_THROWS_AS(max(none[stria::_, 1]), stria::value_error);
}

namespace {

/// Compares reductions of the leading axes of a, seen as rows of `columns` elements, with a loop.
template <class T, class A, class... Axes>
void check_columns(const A& a, stria::index columns, const Axes&... axes) {
  const stria::index rows = columns == 0 ? 0 : a.size() / columns;
  const auto sums = evaluated(sum(a, axes...));
  const auto doubles = evaluated(sum(a + a, axes..., keepdims));
  const auto most = evaluated(max(a, axes...));
  const auto some = evaluated(any(a, axes...));
  const auto means = evaluated(mean(a, axes...));
  bool equal = sums.size() == static_cast<std::size_t>(columns);
  for (stria::index k = 0; equal && k < columns; ++k) {
    const auto at = static_cast<std::size_t>(k);
    using S = std::remove_cvref_t<decltype(sums[at])>;
    S total{};
    T largest = a.data()[k];
    bool any_of = false;
    for (stria::index i = 0; i < rows; ++i) {
      const T x = a.data()[i * columns + k];
      total += static_cast<S>(x);
      largest = x > largest ? x : largest;
      any_of |= x != T();
    }
    using M = std::remove_cvref_t<decltype(means[at])>;
    equal = sums[at] == total && static_cast<S>(doubles[at]) == total + total &&
            most[at] == largest && some[at] == any_of &&
            same(means[at], static_cast<M>(total) / static_cast<M>(rows));
  }
  CHECK(equal);
}

} // namespace

// Up to 24 vectors are folded where the statement is, others by a kernel.
TEMPLATE_TEST_CASE("leading axes of tensors of run-time shape", "", float, double, std::int32_t,
                   std::uint8_t) {
  for (stria::index rows = 1; rows <= 30; rows += rows < 8 ? 1 : 5)
    for (stria::index columns = 1; columns <= 21; ++columns) {
      CAPTURE(rows, columns);
      dtensor<TestType, 2> a(rows, columns);
      for (stria::index k = 0; k < a.size(); ++k)
        a.data()[k] = static_cast<TestType>(k * k % 13 % 7);
      check_columns<TestType>(a, columns, _0);
      if (rows % 2 == 0) {
        const dtensor<TestType, 3> b = reshape(a, 2, rows / 2, columns);
        check_columns<TestType>(b, columns, _0, _1);
        check_columns<TestType>(b, rows / 2 * columns, _0);
      }
    }
}

TEST_CASE("columns with NaN, of no rows, and into an operand") {
  dtensor<double, 2> a = zeros<double>(3, 5);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  a[1, 2] = nan;
  a[2, 4] = -1;
  const dtensor<double, 1> most = max(a, _0), least = min(a, _0), total = sum(-a, _0);
  for (stria::index k = 0; k < 5; ++k) {
    CHECK(std::isnan(most[k]) == (k == 2));
    CHECK(std::isnan(least[k]) == (k == 2));
    CHECK(std::isnan(total[k]) == (k == 2));
  }
  CHECK(most[4] == 0);
  CHECK(least[4] == -1);
  CHECK(total[4] == 1);
  const dtensor<double, 2> none(0, 5);
  CHECK(all_same(sum(none, _0), dtensor<double, 1>(zeros<double>(5))));
  CHECK_THROWS_AS(eval(max(none, _0)), value_error);
  dtensor<int, 2> b = reshape(arange<int>(8), 2, 4);
  b = max(b, _0, keepdims);
  CHECK(all_same(b, dtensor<int, 2>{{4, 5, 6, 7}}));
}

// Views whose elements follow each other are folded like tensors. Others are not mistaken for them.
TEMPLATE_TEST_CASE("views of few elements", "", std::uint8_t, std::int32_t, float, double) {
  using T = TestType;
  using stria::index;
  for (const index n0 : {1, 2, 3, 6})
    for (const index n1 : {1, 2, 3, 4, 8, 17}) {
      CAPTURE(n0, n1);
      dtensor<T, 2> a(n0, n1), b(n0, n1);
      for (index k = 0; k < a.size(); ++k) {
        a.data()[k] = static_cast<T>((k * 5 + 3) % 13);
        b.data()[k] = static_cast<T>((k * 7 + 1) % 11);
      }
      const auto check = [&](const auto& x, const auto& y) {
        const auto p = eval(x), q = eval(y); // tensors
        CHECK(sum(x) == sum(p));
        CHECK(max(x) == max(p));
        CHECK(min(x * y) == min(p * q));
        CHECK(sum(x + y) == sum(p + q));
        CHECK(sum(x[x > 5]) == sum(p[p > 5]));
        if (p.shape() == q.shape())
          CHECK(sum(x[y > 5]) == sum(p[q > 5]));
        CHECK(sum(where(x > y, x, 1)) == sum(where(p > q, p, 1)));
        CHECK(any(x > 11) == any(p > 11));
        CHECK(all_same(sum(x, _0), sum(p, _0)));
        CHECK(all_same(max(x * y, _0), max(p * q, _0)));
        CHECK(all_same(sum(x, _1), sum(p, _1)));
        CHECK(all_same(max(x + y, _1, keepdims), max(p + q, _1, keepdims)));
        CHECK(all_same(any(x > y, _1), any(p > q, _1)));
      };
      const index half = (n0 + 1) / 2;
      check(a[range(0, half)], b[range(0, half)]);               // contiguous
      check(a[range(half - 1, half)], b[range(half - 1, half)]); // one row
      check(a[_, range(0, (n1 + 1) / 2)], b[_, range(0, (n1 + 1) / 2)]);
      check(a[rev()], b[rev()]);
      check(a[rev()], b);
      check(a[_, rev()], b[_, rev()]);
      check(a[range(_, _, 2)], b[range(_, _, 2)]);
      check(a[_, range(_, _, 2)], b[_, range(_, _, 2)]);
      check(transpose(a), transpose(b));
      check(a[range(0, 1)], b); // broadcast
      check(a, b[range(0, 1)]);
      const dtensor<T, 1> flat = ravel(a);
      CHECK(sum(flat[range(1, _)]) == sum(eval(flat[range(1, _)])));
      CHECK(sum(flat[rev()]) == sum(eval(flat[rev()])));
      // The result is a part of a tensor that is read.
      dtensor<T, 2> c = a;
      c[range(0, 1), _] = max(c[range(0, half)], _0, keepdims);
      CHECK(all_same(c[0], max(a[range(0, half)], _0)));
      CHECK(sum(a[range(0, 0)]) == 0);
      CHECK_THROWS_AS(max(a[range(0, 0)]), value_error);
      CHECK(sum(a[range(0, half)][a[range(0, half)] > 100]) == 0);
    }
  const auto fixed = numbered<T, 2, 5, 9>();
  const dtensor<T, 3> same_elements = fixed;
  CHECK(sum(fixed[1]) == sum(eval(same_elements[1])));
  CHECK(sum(fixed[_, _2]) == sum(eval(same_elements[_, 2])));
  CHECK(all_same(max(fixed[1], _1), max(eval(same_elements[1]), _1)));
}
