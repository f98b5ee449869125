// SPDX-License-Identifier: BSL-1.0
// Static shapes of few elements, fully unrolled: all values are computed before the first store.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <utility>

using namespace stria;
using test::values;

namespace {

template <class Tensor> Tensor counted(int factor) {
  using T = typename Tensor::value_type;
  Tensor t;
  for (stria::index k = 0; k < t.size(); ++k)
    t.data()[k] = static_cast<T>(static_cast<int>(k * factor % 23));
  return t;
}

/// Writes e into a copy of `into` and compares it with values that were read before.
template <class Tensor, class E> void gives(const Tensor& into, const E& e) {
  const auto expected = values(cast<typename Tensor::value_type>(e));
  Tensor r = into;
  r = e;
  CHECK(values(r) == expected);
}

template <class T, stria::index... N> void all_kinds() {
  using matrix = tensor<T, N...>;
  const auto a = counted<matrix>(3), b = counted<matrix>(5);
  dtensor<T, sizeof...(N)> d = b;
  gives(a, a + b);
  gives(a, a * b - a);
  gives(a, a + d);
  gives(a, a[rev()] * b[ellipsis, rev()]);
  // Each element of the target is computed from an element at another position.
  matrix r = a;
  r = r[rev()];
  CHECK(values(r) == values(a[rev()]));
  r = a;
  r += r[ellipsis, rev()];
  CHECK(values(r) == values(cast<T>(a + a[ellipsis, rev()])));
  r = a;
  noalias(r) = b + b;
  CHECK(values(r) == values(cast<T>(b + b)));
  // A view of static shape within a larger tensor, backwards and with steps.
  auto larger = counted<tensor<T, 2 * N...>>(7);
  const auto before = larger;
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    auto some = larger[(static_cast<void>(K), range(_, _, _2))...];
    some = a;
    CHECK(values(some) == values(a));
    some -= b;
    CHECK(values(some) == values(cast<T>(a - b)));
    auto others = larger[(static_cast<void>(K), range(_1, _, _2))...];
    CHECK(values(others) == values(before[(static_cast<void>(K), range(_1, _, _2))...]));
    auto backwards = larger[(static_cast<void>(K), rev(-_1, _, _2))...];
    backwards = a;
    CHECK(values(backwards) == values(a));
  }(std::make_index_sequence<sizeof...(N)>());
}

} // namespace

TEMPLATE_TEST_CASE("few elements", "", float, std::int8_t, std::complex<double>) {
  all_kinds<TestType, 1>();
  all_kinds<TestType, 16>();
  all_kinds<TestType, 17>();
  all_kinds<TestType, 3, 3>();
  all_kinds<TestType, 4, 4>();
  all_kinds<TestType, 2, 2, 3>();
}

TEST_CASE("few elements: transposed, broadcast, of other types") {
  const auto a = counted<tensor<float, 3, 3>>(3), b = counted<tensor<float, 3, 3>>(5);
  gives(a, a * b + 2.f * a - transpose(b));
  gives(a, transpose(a));
  auto r = a;
  r = transpose(r) + r;
  CHECK(values(r) == values(transpose(a) + a));
  const auto row = counted<tensor<float, 3>>(2);
  gives(a, a + row);
  gives(a, row[_, newaxis] * row);
  r = a;
  r[ellipsis] = row;
  CHECK(values(r) == values(broadcast_to(row, _3, _3)));
  r[_1] += row[rev()];
  CHECK(values(r[_1]) == values(row + row[rev()]));
  tensor<bool, 3, 3> larger;
  larger = a > b;
  CHECK(values(larger) == values(a > b));
  // Operands of dynamic sizes.
  const dtensor<float, 2> wrong(3, 2), one(1, 3);
  r = a;
  CHECK_THROWS_AS(r = wrong, shape_error);
  CHECK_THROWS_AS(r = one, shape_error);
  CHECK_THROWS_AS(r += wrong, shape_error);
  CHECK(values(r) == values(a));
  r += one + 1.f;
  CHECK(values(r) == values(a + 1.f));
}

TEST_CASE("few elements that are not numbers") {
  tensor<std::string, 2, 2> s{{"a", "b"}, {"c", "d"}};
  s = transpose(s) + s;
  CHECK(values(s) == std::vector<std::string>{"aa", "cb", "bc", "dd"});
  s = s[rev()];
  CHECK(values(s) == std::vector<std::string>{"bc", "dd", "aa", "cb"});
}

TEST_CASE("few elements: functions are called once for each, in order") {
  tensor<int, 2, 3> t{{1, 2, 3}, {4, 5, 6}};
  int calls = 0;
  t = map([&calls](int x) { return x * 10 + calls++; }, t[ellipsis, rev()]);
  CHECK(values(t) == std::vector<int>{30, 21, 12, 63, 54, 45});
  CHECK(calls == 6);
}

TEST_CASE("small products") {
  const auto check = [](const auto& a, const auto& b) {
    const auto product = eval(matmul(a, b));
    for (stria::index i = 0; i < a.extent(0); ++i)
      for (stria::index j = 0; j < b.extent(1); ++j) {
        float sum = 0;
        for (stria::index k = 0; k < b.extent(0); ++k)
          sum += a(i, k) * b(k, j);
        CHECK(product(i, j) == sum);
      }
  };
  const auto a = counted<tensor<float, 3, 3>>(3);
  const auto c = counted<tensor<float, 4, 4>>(5);
  check(a, a);
  check(c, c);
  check(transpose(a), a[rev()]);
  check(c, transpose(c));
  check(c[range(_0, _3)], c[_, range(_, _, _2)]);
  check(counted<tensor<float, 4, 1>>(3), counted<tensor<float, 1, 4>>(5));
  check(counted<tensor<float, 2, 5>>(3), counted<tensor<float, 5, 8>>(5));
  check(a + a, a);
  auto r = a;
  r = matmul(r, r);
  CHECK(values(r) == values(eval(matmul(a, a))));
  r = a;
  r = matmul(r, transpose(r)) + 2.f * r - transpose(r);
  CHECK(values(r) == values(eval(matmul(a, transpose(a))) + 2.f * a - transpose(a)));
}

static_assert([] {
  tensor<int, 3, 3> a{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  a = transpose(a) + matmul(a, a);
  return a(0, 1) == 36 + 4 && a(2, 0) == 102 + 3 && a(2, 2) == 150 + 9;
}());

TEST_CASE("columns of few rows: other storage, the same elements, and elements between them") {
  for (stria::index n = 0; n < 12; ++n)
    for (const stria::index m : {stria::index(3), stria::index(8)}) {
      dtensor<float, 2> a(n, m), b(n, m), r(n, m);
      for (stria::index k = 0; k < a.size(); ++k) {
        a.data()[k] = static_cast<float>(k * 3 % 23);
        b.data()[k] = static_cast<float>(k * 5 % 19);
      }
      dtensor<float, 1> v(n);
      v = a[_, _0] * b[_, _1] - a[_, _1] * b[_, _0];
      for (stria::index i = 0; i < n; ++i)
        CHECK(v(i) == a(i, 0) * b(i, 1) - a(i, 1) * b(i, 0));
      const auto check = [&](const auto& store) {
        r = a;
        store(r, a);
        auto in_place = a;
        store(in_place, in_place);
        CHECK(values(in_place) == values(r));
      };
      check([](auto& to, const auto& from) { to[_, _0] = from[_, _1] + from[_, _2]; });
      check([](auto& to, const auto& from) { to[_, _2] = from[_, _1] - from[_, _0]; });
      check([](auto& to, const auto& from) { to[rev(), _1] = from[rev(), _0] + from[rev(), _2]; });
      check([](auto& to, const auto& from) { to[_, _1] = from[rev(), _0] + from[rev(), _2]; });
      check([](auto& to, const auto& from) { to[_, _1] = from[rev(), _1] + from[_, _2]; });
      check([](auto& to, const auto& from) { to[_, _1] = from[_, _1] * 2.f + from[_, _2]; });
      if (n > 1) {
        check([](auto& to, const auto& from) {
          to[range(1, _), _0] = from[range(_, -1), _0] + from[range(1, _), _1];
        });
        check([](auto& to, const auto& from) {
          to[range(_, -1), _2] = from[range(1, _), _0] + from[range(1, _), _2];
        });
      }
    }
}

TEST_CASE("columns of few points") {
  for (stria::index n = 0; n < 20; ++n) {
    tensor<float, dyn, 3> a(n), b(n);
    for (stria::index k = 0; k < a.size(); ++k) {
      a.data()[k] = static_cast<float>(k * 3 % 23);
      b.data()[k] = static_cast<float>(k * 5 % 19);
    }
    dtensor<float, 1> v(n);
    v = a[_, _0] * b[_, _1] - a[_, _1] * b[_, _0];
    auto r = a;
    r[_, _0] = r[_, _1] + b[_, _2];
    auto grey = a;
    grey[ellipsis] = (a[_, _0] + a[_, _1] * 2.f)[_, newaxis];
    for (stria::index i = 0; i < n; ++i) {
      CHECK(v(i) == a(i, 0) * b(i, 1) - a(i, 1) * b(i, 0));
      CHECK(r(i, 0) == a(i, 1) + b(i, 2));
      for (stria::index k = 0; k < 3; ++k)
        CHECK(grey(i, k) == a(i, 0) + a(i, 1) * 2.f);
    }
  }
}

TEST_CASE("products of one column, of few and many terms and with steps") {
  for (stria::index n = 0; n < 40; ++n) {
    dtensor<float, 2> a(3, n);
    dtensor<float, 1> v(n), w(2 * n);
    for (stria::index k = 0; k < a.size(); ++k)
      a.data()[k] = static_cast<float>(k * 3 % 23);
    for (stria::index k = 0; k < n; ++k)
      v(k) = static_cast<float>(k * 7 % 13);
    for (stria::index k = 0; k < w.size(); ++k)
      w(k) = static_cast<float>(k % 11);
    const auto check = [&](const auto& x) {
      float dots[3]{}, one = 0;
      for (stria::index k = 0; k < n; ++k) {
        one += x(k) * v(k);
        for (stria::index i = 0; i < 3; ++i)
          dots[i] += a(i, k) * x(k);
      }
      CHECK(float(dot(x, v)) == one);
      const auto u = eval(matmul(a, x)), reversed = eval(matmul(a[rev()], x)),
                 back = eval(matmul(x, transpose(a)));
      for (stria::index i = 0; i < 3; ++i) {
        CHECK(u(i) == dots[i]);
        CHECK(reversed(2 - i) == dots[i]);
        CHECK(back(i) == dots[i]);
      }
    };
    check(v);
    check(w[range(_, n)]);
    check(w[range(_, _, 2)]);
    check(w[range(n, _)][rev()]);
  }
}

TEMPLATE_TEST_CASE("a few rows: vectors of four, and the elements that remain", "", float,
                   std::int8_t, bool) {
  using T = TestType;
  const auto number = [](stria::index k) { return static_cast<T>(static_cast<float>(k % 5)); };
  for (stria::index rows = 0; rows <= 3; ++rows)
    for (stria::index n = 0; n <= 9; ++n) {
      CAPTURE(rows, n);
      dtensor<T, 2> a(rows, n), wide(rows, 3 * n + 2), r(rows, n);
      dtensor<T, 1> column(rows), line(n);
      for (stria::index k = 0; k < a.size(); ++k)
        a.data()[k] = number(k);
      for (stria::index k = 0; k < wide.size(); ++k)
        wide.data()[k] = number(k * 3);
      for (stria::index k = 0; k < rows; ++k)
        column(k) = number(k + 2);
      for (stria::index k = 0; k < n; ++k)
        line(k) = number(k + 3);
      const auto is = [&](const auto& result, auto expected) {
        stria::index wrong = 0;
        for (stria::index i = 0; i < rows; ++i)
          for (stria::index k = 0; k < n; ++k)
            wrong += result(i, k) == static_cast<T>(expected(i, k)) ? 0 : 1;
        CHECK(wrong == 0);
      };
      r = a * column[_, newaxis];
      is(r, [&](auto i, auto k) { return a(i, k) * column(i); });
      r = column[_, newaxis] + line;
      is(r, [&](auto i, auto k) { return column(i) + line(k); });
      r = a[ellipsis, rev()] * line + column[_, newaxis];
      is(r, [&](auto i, auto k) { return a(i, n - 1 - k) * line(k) + column(i); });
      // Parts of wider rows: at an offset, with steps, and backwards.
      r = wide[_, range(1, n + 1)] + a;
      is(r, [&](auto i, auto k) { return wide(i, k + 1) + a(i, k); });
      r = wide[_, range(0, 2 * n, 2)] + wide[_, range(n, 2 * n)][ellipsis, rev()];
      is(r, [&](auto i, auto k) { return wide(i, 2 * k) + wide(i, 2 * n - 1 - k); });
      r = a;
      r += column[_, newaxis];
      is(r, [&](auto i, auto k) { return a(i, k) + column(i); });
      auto w = wide;
      w[_, range(1, n + 1)] += a;
      is(w[_, range(1, n + 1)], [&](auto i, auto k) { return wide(i, k + 1) + a(i, k); });
      // Operands that are read ahead of the elements that are written, behind them, and across.
      w = wide;
      w[_, range(0, n)] = w[_, range(1, n + 1)] + a;
      is(w[_, range(0, n)], [&](auto i, auto k) { return wide(i, k + 1) + a(i, k); });
      w = wide;
      w[_, range(1, n + 1)] = w[_, range(0, n)] + a;
      is(w[_, range(1, n + 1)], [&](auto i, auto k) { return wide(i, k) + a(i, k); });
      w = wide;
      w[_, range(1, n + 1)] += w[_, range(0, n)] + a;
      is(w[_, range(1, n + 1)],
         [&](auto i, auto k) { return wide(i, k + 1) + (wide(i, k) + a(i, k)); });
      w = wide;
      w[_, range(0, n)] = w[_, range(0, n)][ellipsis, rev()] + column[_, newaxis];
      is(w[_, range(0, n)], [&](auto i, auto k) { return wide(i, n - 1 - k) + column(i); });
      w = wide;
      w[_, range(0, n)] = w[_, 0][_, newaxis] + a;
      is(w[_, range(0, n)], [&](auto i, auto k) { return wide(i, 0) + a(i, k); });
    }
}
