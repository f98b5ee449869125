// SPDX-License-Identifier: BSL-1.0
// Vector functions in expressions of all kinds. sqrt is exact, so its values are equal to the last
// bit with and without xsimd. Other functions are computed block by block; sqrt does not need this.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace stria;
using test::evaluated;
using test::values;

namespace {

template <class T> dtensor<T, 2> squares(stria::index rows, stria::index columns) {
  dtensor<T, 2> t(rows, columns);
  for (stria::index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>(i % 1000) / T(8);
  return t;
}

} // namespace

// values() reads element by element, and evaluated() runs the loop.
TEMPLATE_TEST_CASE("vectorised elements equal single elements", "", float, double) {
  const auto a = squares<TestType>(7, 203), b = squares<TestType>(7, 203);
  CHECK(evaluated(sqrt(a)) == values(sqrt(a)));
  CHECK(evaluated(sqrt(a) * b - floor(b)) == values(sqrt(a) * b - floor(b)));
  CHECK(evaluated(sqrt(sqrt(a) + ceil(b))) == values(sqrt(sqrt(a) + ceil(b))));
  CHECK(evaluated(where(sqrt(a) > b, floor(a), -b)) == values(where(sqrt(a) > b, floor(a), -b)));
  // Slices, reversed, with steps, transposed, broadcast; partial blocks.
  CHECK(evaluated(sqrt(a[_, rev()])) == values(sqrt(a[_, rev()])));
  CHECK(evaluated(sqrt(a)[_, range(3, _, 2)]) == values(sqrt(a)[_, range(3, _, 2)]));
  CHECK(evaluated(transpose(sqrt(a)) + 1) == values(transpose(sqrt(a)) + 1));
  CHECK(evaluated(sqrt(a[range(0, 1)]) * b) == values(sqrt(a[range(0, 1)]) * b));
  CHECK(evaluated(sqrt(a[_, range(0, 1)]) * b) == values(sqrt(a[_, range(0, 1)]) * b));
  for (stria::index n : {0, 1, 2, 15, 16, 17, 63, 64, 65, 128})
    CHECK(evaluated(sqrt(a[_, range(0, n)])) == values(sqrt(a[_, range(0, n)])));
  const std::vector<int> i{3, -1, 0, 3};
  CHECK(evaluated(sqrt(a[i])) == values(sqrt(a[i])));
  CHECK(evaluated(sqrt(a[_, i])) == values(sqrt(a[_, i])));
}

TEMPLATE_TEST_CASE("equal arguments give equal values in every corner of a loop", "", float,
                   double) {
  const auto a = full<TestType>(TestType(0.3), 1, 19);
  const auto same = [](const dtensor<TestType, 2>& r) { return all_of(r == r(0, 0)); };
  CHECK(same(tanh(roll(a, 1, _1))));
  CHECK(same(cbrt(roll(transpose(a), 1, _0)) + exp(roll(transpose(a), 2, _0))));
}

TEST_CASE("integers are computed as double, other types one by one") {
  dtensor<int, 1> k(100);
  k = arange<int>(100);
  CHECK(evaluated(sqrt(k)) == values(sqrt(k)));
  CHECK(std::same_as<decltype(sqrt(k))::value_type, double>);
  dtensor<long double, 1> q(50);
  q = 2.25L;
  CHECK(evaluated(sqrt(q))[49] == 1.5L);
  CHECK(evaluated(cast<float>(sqrt(k))) == values(cast<float>(sqrt(k))));
}

TEST_CASE("targets that are read, compound assignment, static shapes") {
  auto a = squares<float>(3, 301);
  const auto before = a;
  a = sqrt(a) + a;
  CHECK(values(a) == values(sqrt(before) + before));
  a += sqrt(before);
  CHECK(values(a) == values(sqrt(before) + before + sqrt(before)));
  a[_, range(1, _)] = sqrt(a[_, range(_, -1)]);
  CHECK(a(2, 300) == std::sqrt((sqrt(before) + before + sqrt(before))(2, 299)));
  tensor<float, 2, 40> s;
  s = 4.f;
  const tensor<float, 2, 40> r = sqrt(s) * 3.f;
  CHECK(r(1, 39) == 6.f);
}

TEST_CASE("reductions of vector functions") {
  const auto a = squares<double>(5, 700);
  const dtensor<double, 2> roots = sqrt(a);
  CHECK(static_cast<double>(sum(sqrt(a))) == static_cast<double>(sum(roots)));
  CHECK(values(eval(sum(sqrt(a), _0))) == values(eval(sum(roots, _0))));
  CHECK(values(eval(sum(sqrt(a), _1))) == values(eval(sum(roots, _1))));
  CHECK(values(eval(max(floor(a) - sqrt(a), _1))) == values(eval(max(floor(a) - roots, _1))));
  CHECK(values(eval(var(sqrt(a), _0))) == values(eval(var(roots, _0))));
  CHECK(values(eval(argmax(sqrt(a), _1))) == values(eval(argmax(roots, _1))));
  CHECK(values(eval(sqrt(a) / sum(sqrt(a), _1, keepdims))) ==
        values(eval(roots / sum(roots, _1, keepdims))));
}

// Each value is computed by the same instructions at any position: exp(a) in an expression has the
// same value as alone.
TEMPLATE_TEST_CASE("functions that are computed block by block", "", float, double) {
  using T = TestType;
  const auto a = eval(squares<T>(7, 203) / T(64)), b = squares<T>(7, 203);
  const dtensor<T, 2> e = exp(a);
  CHECK(evaluated(exp(a) + b) == values(e + b));
  CHECK(evaluated(b - exp(a)) == values(b - e));
  CHECK(evaluated(floor(exp(a) + exp(b[rev()] * T(0)))) == values(floor(e + T(1))));
  CHECK(evaluated(where(exp(a) > b, exp(a), -b)) == values(where(e > b, e, -b)));
  // Slices, reversed, with steps, transposed, broadcast; partial blocks.
  CHECK(evaluated(exp(a[_, rev()])) == values(e[_, rev()]));
  CHECK(evaluated(exp(a)[_, range(3, _, 2)]) == values(e[_, range(3, _, 2)]));
  CHECK(evaluated(exp(a[_, range(_, _, -3)])) == values(e[_, range(_, _, -3)]));
  CHECK(evaluated(transpose(exp(a)) + T(1)) == values(transpose(e) + T(1)));
  CHECK(evaluated(exp(a[range(0, 1)]) + b) == values(e[range(0, 1)] + b));
  CHECK(evaluated(exp(a[_, range(0, 1)]) + b) == values(e[_, range(0, 1)] + b));
  for (stria::index n : {0, 1, 2, 15, 16, 17, 63, 64, 65, 128})
    CHECK(evaluated(exp(a[_, range(0, n)])) == values(e[_, range(0, n)]));
  const std::vector<int> i{3, -1, 0, 3};
  CHECK(evaluated(exp(a[_, i])) == values(e[_, i]));

  auto r = b;
  r += exp(a);
  CHECK(values(r) == values(b + e));
  r[_, rev()] -= exp(a);
  CHECK(values(r) == values(b + e - e[_, rev()]));
  r = a;
  r[_, range(1, _)] = exp(r[_, range(_, -1)]);
  CHECK(values(r[_, range(1, _)]) == values(e[_, range(_, -1)]));
  tensor<T, 2, 40> s;
  s = T(1);
  const tensor<T, 2, 40> t = exp(s) + T(3);
  CHECK(all_of(abs(t - (exp(T(1)) + T(3))) <= T(1e-6)));
}

// Short rows are joined: operands that are the same in a row or in all rows are repeated first.
TEMPLATE_TEST_CASE("vector functions of short rows", "", float, double) {
  using T = TestType;
  for (const stria::index rows : {0, 1, 2, 5, 16, 65, 300, 2000})
    for (const stria::index n : {0, 1, 2, 5, 8, 16, 17, 33}) {
      const auto a = eval(squares<T>(rows, n) / T(64));
      const auto c = eval(squares<T>(1, rows)[0] / T(32)), d = eval(squares<T>(1, n)[0] / T(16));
      const auto b = squares<T>(rows, n + 1);
      CAPTURE(rows, n);
      dtensor<T, 2> r(rows, n), wide(rows, n + 1);
      // The values of an expression are computed element by element.
      const auto same = [&](const auto& got, const auto& e) {
        bool equal = true;
        for (stria::index i = 0; i < rows; ++i)
          for (stria::index k = 0; k < n; ++k)
            equal = equal && got(i, k) == e(i, k);
        return equal;
      };
      const auto by_row = eval(a - c[_, newaxis]), by_column = eval(a - d);
      const dtensor<T, 2> e = exp(by_row), f = exp(by_column);
      r = exp(a - c[_, newaxis]);
      CHECK(same(r, e));
      r = exp(a - d);
      CHECK(same(r, f));
      r = exp(a) * c[_, newaxis] + d;
      CHECK(same(r, eval(eval(exp(a)) * c[_, newaxis] + d)));
      wide = T(-1);
      wide[_, range(1, _)] = exp(b[_, range(_, -1)] / T(64) - c[_, newaxis]);
      CHECK(
          same(wide[_, range(1, _)], eval(exp(eval(b[_, range(_, -1)] / T(64) - c[_, newaxis])))));
      CHECK(all_of(wide[_, 0] == T(-1)));
      // The target is an operand, and the broadcast operand overlaps it.
      r = a;
      r += exp(r - c[_, newaxis]);
      CHECK(same(r, eval(a + e)));
      if (n > 0) {
        r = a;
        r = exp(r - r[_, n - 1][_, newaxis]);
        CHECK(same(r, eval(exp(eval(a - a[_, n - 1][_, newaxis])))));
      }
      r = exp(a[_, rev()] - c[_, newaxis]);
      CHECK(same(r[_, rev()], eval(exp(eval(a - c[_, newaxis])))));
    }
  dtensor<T, 3> p(7, 3, 5), q(7, 3, 5);
  for (stria::index i = 0; i < p.size(); ++i)
    p.data()[i] = T(i % 11) / T(4);
  const dtensor<T, 2> m = max(p, _2);
  q = exp(p - m[_, _, newaxis]);
  CHECK(values(q) == values(eval(exp(eval(p - m[_, _, newaxis])))));
  tensor<T, 9, 5> s;
  for (stria::index i = 0; i < s.size(); ++i)
    s.data()[i] = T(i % 7) / T(4);
  const tensor<T, 9> t = s[_, 2];
  const tensor<T, 9, 5> u = exp(s - t[_, newaxis]);
  CHECK(values(u) == values(eval(exp(eval(s - t[_, newaxis])))));
}

TEMPLATE_TEST_CASE("reductions of functions that are computed block by block", "", float, double) {
  using T = TestType;
  for (const auto& [n, m] : std::vector<std::pair<stria::index, stria::index>>{
           {5, 700}, {300, 3}, {200, 40}, {3, 2100}}) {
    CAPTURE(n, m);
    const auto a = eval(squares<T>(n, m) / T(64));
    const dtensor<T, 2> e = exp(a);
    CHECK(static_cast<T>(max(exp(a))) == static_cast<T>(max(e)));
    // The two sums may add the elements in different orders, as many lanes as vectors have.
    const auto total = static_cast<T>(sum(e));
    CHECK(std::abs(static_cast<T>(sum(exp(a))) - total) <=
          4 * std::numeric_limits<T>::epsilon() * total);
    CHECK(values(eval(sum(exp(a), _0))) == values(eval(sum(e, _0))));
    CHECK(values(eval(sum(exp(a), _1))) == values(eval(sum(e, _1))));
    // Not equal to the last bit, because the standard library computes single elements.
    const auto close = [](const auto& got, const auto& wanted) {
      return all_of(abs(got - wanted) <= T(1e-6) * wanted);
    };
    CHECK(close(eval(max(exp(a), _0)), eval(max(e, _0))));
    CHECK(values(eval(argmax(exp(a), _0))) == values(eval(argmax(e, _0))));
    CHECK(values(eval(argmin(exp(a), _1))) == values(eval(argmin(e, _1))));
    CHECK(values(eval(sum(exp(transpose(a)), _0))) == values(eval(sum(transpose(e), _0))));
    // A reduction of a function that is called in order is not planned.
    stria::index calls = 0;
    const auto counted = [&](T x) {
      ++calls;
      return x;
    };
    CHECK(close(eval(sum(exp(map(counted, a)), _0)), eval(sum(e, _0))));
    CHECK(close(eval(sum(exp(map(counted, a)), _1)), eval(sum(e, _1))));
    CHECK(calls == 2 * n * m);
    CHECK(close(eval(max(exp(map(counted, a)), _0)), eval(max(e, _0))));
  }
}
