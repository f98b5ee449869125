// SPDX-License-Identifier: BSL-1.0
// A few elements of tensors and views of one to three axes are computed without a plan. The results
// equal those of loops over the elements.
#include "catch.hpp"
#include "values.hpp"

#include <array>
#include <complex>
#include <cstdint>
#include <tuple>
#include <vector>

using namespace stria;
using stria::index;
using test::list;
using test::values;

namespace {

template <class T, std::size_t R> dtensor<T, R> numbers(const std::array<index, R>& n, int step) {
  auto t = std::apply([](auto... sizes) { return dtensor<T, R>(sizes...); }, n);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>(
        static_cast<std::conditional_t<std::is_arithmetic_v<T>, T, float>>(i * step % 23 - 7));
  return t;
}

// Compares r = a * row + column - s, where all combinations of broadcast operands occur.
template <class T> void broadcast_to(index n0, index n1) {
  CAPTURE(n0, n1);
  const auto a = numbers<T, 2>({n0, n1}, 3);
  const auto row = numbers<T, 1>({n1}, 5), column = numbers<T, 1>({n0}, 7);
  dtensor<T, 2> r(n0, n1), expected(n0, n1);
  const auto each = [&](auto f) {
    for (index i = 0; i < n0; ++i)
      for (index k = 0; k < n1; ++k)
        expected(i, k) = static_cast<T>(f(i, k));
  };
  r = a * row + column[_, newaxis] - T(2);
  each([&](index i, index k) { return a(i, k) * row(k) + column(i) - T(2); });
  CHECK(values(r) == values(expected));
  r = column[_, newaxis] * row;
  each([&](index i, index k) { return column(i) * row(k); });
  CHECK(values(r) == values(expected));
  const dtensor<T, 2> before = r;
  r = r * row - r; // the target is also an operand
  each([&](index i, index k) { return before(i, k) * row(k) - before(i, k); });
  CHECK(values(r) == values(expected));
  r -= row[rev()];
  each([&](index i, index k) { return expected(i, k) - row(n1 - 1 - k); });
  CHECK(values(r) == values(expected));
  r[_, rev()] = a + row;
  each([&](index i, index k) { return a(i, n1 - 1 - k) + row(n1 - 1 - k); });
  CHECK(values(r) == values(expected));
  r[ellipsis] = column[_, newaxis];
  each([&](index i, index) { return column(i); });
  CHECK(values(r) == values(expected));
  r[rev(), _] = a;
  each([&](index i, index k) { return a(n0 - 1 - i, k); });
  CHECK(values(r) == values(expected));
  r[_, range(_, _, 2)] += a[_, range(_, _, 2)];
  each([&](index i, index k) { return expected(i, k) + (k % 2 == 0 ? a(i, k) : T(0)); });
  CHECK(values(r) == values(expected));
  dtensor<T, 2> turned(n1, n0);
  turned = transpose(a);
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      REQUIRE(turned(k, i) == a(i, k));
  turned = transpose(a) + column;
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      REQUIRE(turned(k, i) == static_cast<T>(a(i, k) + column(i)));
  const dtensor<T, 2> fresh = a - row;
  CHECK(values(fresh) == values(dtensor<T, 2>(a[_, _] - row[newaxis, _])));
}

} // namespace

TEMPLATE_TEST_CASE("rows and columns broadcast to few elements", "", float, std::int16_t,
                   std::complex<float>, std::complex<double>) {
  for (const index n0 : {0, 1, 2, 5, 63, 64, 65})
    for (const index n1 : {0, 1, 2, 3, 8, 16, 17})
      broadcast_to<TestType>(n0, n1);
  // The limit of elements.
  broadcast_to<TestType>(2, 512);
  broadcast_to<TestType>(2, 513);
  broadcast_to<TestType>(32, 32);
}

TEST_CASE("few elements of three axes") {
  using T = std::int32_t;
  for (const std::array<index, 3> n :
       {std::array<index, 3>{2, 3, 4}, {1, 1, 1}, {3, 1, 5}, {8, 8, 2}, {8, 9, 2}, {5, 0, 2}}) {
    CAPTURE(n[0], n[1], n[2]);
    const auto a = numbers<T, 3>(n, 3);
    const auto m = numbers<T, 2>({n[0], n[1]}, 5);
    const auto v = numbers<T, 1>({n[2]}, 7);
    auto r = numbers<T, 3>(n, 1);
    const auto check = [&](auto f) {
      for (index i = 0; i < n[0]; ++i)
        for (index j = 0; j < n[1]; ++j)
          for (index k = 0; k < n[2]; ++k)
            REQUIRE(r(i, j, k) == f(i, j, k));
    };
    r = a * m[_, _, newaxis];
    check([&](index i, index j, index k) { return a(i, j, k) * m(i, j); });
    r = a * v - m[_, _, newaxis];
    check([&](index i, index j, index k) { return a(i, j, k) * v(k) - m(i, j); });
    r = a[_, rev()] + a;
    check([&](index i, index j, index k) { return a(i, n[1] - 1 - j, k) + a(i, j, k); });
    r[_, _] = a[_, _] - T(1);
    check([&](index i, index j, index k) { return a(i, j, k) - T(1); });
    r[rev()] = a;
    check([&](index i, index j, index k) { return a(n[0] - 1 - i, j, k); });
    r[ellipsis] = v;
    check([&](index, index, index k) { return v(k); });
    // The first two axes and the last two axes are each contiguous in some operands only.
    const auto wide = numbers<T, 3>({n[0], n[1], n[2] + 1}, 11);
    const auto tall = numbers<T, 3>({n[0], n[1] + 1, n[2]}, 13);
    r = wide[ellipsis, range(_, -1)] + a;
    check([&](index i, index j, index k) { return wide(i, j, k) + a(i, j, k); });
    r = tall[_, range(1, _)] * a;
    check([&](index i, index j, index k) { return tall(i, j + 1, k) * a(i, j, k); });
  }
}

TEST_CASE("few elements that overlap the target") {
  dtensor<int, 2> t(4, 3), before(4, 3);
  for (index i = 0; i < 12; ++i)
    t.data()[i] = static_cast<int>(i * i);
  const auto check = [&](auto f) {
    for (index i = 0; i < 4; ++i)
      for (index k = 0; k < 3; ++k)
        REQUIRE(t(i, k) == f(i, k));
    before = t;
  };
  before = t;
  // The column and the row are read after they have been overwritten unless they are copied.
  t = t + t[_, 1][_, newaxis];
  check([&](index i, index k) { return before(i, k) + before(i, 1); });
  t = t - t[2];
  check([&](index i, index k) { return before(i, k) - before(2, k); });
  t[range(1, _)] = t[range(_, -1)] * 2 + 1;
  check([&](index i, index k) { return i == 0 ? before(i, k) : before(i - 1, k) * 2 + 1; });
  t[rev(), _] = t;
  check([&](index i, index k) { return before(3 - i, k); });
  t[_, rev()] = t[_, _] + t;
  check([&](index i, index k) { return 2 * before(i, 2 - k); });
  t[_, range(1, _)] += t[_, range(_, -1)];
  check([&](index i, index k) { return before(i, k) + (k == 0 ? 0 : before(i, k - 1)); });
  t[_, 0] = t[_, 1];
  check([&](index i, index k) { return before(i, k == 0 ? 1 : k); });
  t *= t[_, _];
  check([&](index i, index k) { return before(i, k) * before(i, k); });
}

// The values that overlap the target pass through a buffer, which has a limit of 512 doubles.
TEMPLATE_TEST_CASE("few elements that overlap the target, of one and three axes", "", double,
                   std::uint8_t, std::complex<float>, std::complex<double>) {
  using T = TestType;
  for (const index n : {0, 1, 2, 9, 17, 64, 511, 512, 513, 1024, 1025}) {
    CAPTURE(n);
    auto t = numbers<T, 1>({n + 2}, 3);
    auto before = t;
    t[range(0, n)] = t[range(2, _)] + T(1);
    for (index i = 0; i < n; ++i)
      REQUIRE(t(i) == static_cast<T>(before(i + 2) + T(1)));
    before = t;
    t[range(2, _)] = t[range(0, n)];
    for (index i = 0; i < n; ++i)
      REQUIRE(t(i + 2) == before(i));
    before = t;
    t = t[rev()];
    for (index i = 0; i < n + 2; ++i)
      REQUIRE(t(i) == before(n + 1 - i));
    before = t;
    t[range(1, n + 1)] -= t[range(2, _)];
    for (index i = 0; i < n; ++i)
      REQUIRE(t(i + 1) == static_cast<T>(before(i + 1) - before(i + 2)));
    before = t;
    t[range(0, n)] = before[range(2, _)] * T(2) + t[range(1, n + 1)];
    for (index i = 0; i < n; ++i)
      REQUIRE(t(i) == static_cast<T>(before(i + 2) * T(2) + before(i + 1)));
  }
  for (const std::array<index, 3> n :
       {std::array<index, 3>{2, 3, 4}, {3, 3, 3}, {8, 8, 8}, {8, 8, 9}, {1, 2, 3}}) {
    CAPTURE(n[0], n[1], n[2]);
    auto t = numbers<T, 3>(n, 5);
    const auto check = [&](auto f) {
      const auto before = t;
      f(before);
    };
    check([&](const auto& before) {
      t[rev(), _, rev()] = t + T(1);
      for (index i = 0; i < n[0]; ++i)
        for (index j = 0; j < n[1]; ++j)
          for (index k = 0; k < n[2]; ++k)
            REQUIRE(t(n[0] - 1 - i, j, n[2] - 1 - k) == static_cast<T>(before(i, j, k) + T(1)));
    });
    check([&](const auto& before) {
      t = t[_, rev()] - t[0];
      for (index i = 0; i < n[0]; ++i)
        for (index j = 0; j < n[1]; ++j)
          for (index k = 0; k < n[2]; ++k)
            REQUIRE(t(i, j, k) == static_cast<T>(before(i, n[1] - 1 - j, k) - before(0, j, k)));
    });
    check([&](const auto& before) {
      t[_, range(1, _)] = t[_, range(_, -1)];
      for (index i = 0; i < n[0]; ++i)
        for (index j = 1; j < n[1]; ++j)
          for (index k = 0; k < n[2]; ++k)
            REQUIRE(t(i, j, k) == before(i, j - 1, k));
    });
  }
}

TEST_CASE("few elements in one column") {
  for (const index n : {0, 1, 3, 21}) {
    CAPTURE(n);
    auto of = numbers<float, 2>({n, 3}, 5);
    const tensor<float, dyn, 1> c = of[_, range(1, 2)];
    dtensor<float, 2> r(n, 1);
    tensor<float, dyn, 1> s(n);
    const auto column = [&](auto f) {
      std::vector<float> v;
      for (index i = 0; i < n; ++i)
        v.push_back(f(i));
      return v;
    };
    r = c + 1.f;
    CHECK(values(r) == column([&](index i) { return of(i, 1) + 1; }));
    s = c * of[_, range(_, 1)];
    CHECK(values(s) == column([&](index i) { return of(i, 1) * of(i, 0); }));
    s = r - c[rev(), _];
    CHECK(values(s) == column([&](index i) { return of(i, 1) + 1 - of(n - 1 - i, 1); }));
    const auto before = column([&](index i) { return of(n - 1 - i, 0) + of(i, 2); });
    of[_, range(_, 1)] = of[rev(), range(_, 1)] + of[_, range(2, 3)];
    CHECK(values(of[_, range(_, 1)]) == before);
  }
}

TEMPLATE_TEST_CASE("elements along one axis with gaps between them", "", float, std::uint8_t,
                   std::int64_t) {
  using T = TestType;
  for (const index n : {0, 1, 2, 7, 16, 17, 63, 64, 65, 200}) {
    CAPTURE(n);
    const auto a = numbers<T, 2>({n, 3}, 3), b = numbers<T, 2>({n, 3}, 5);
    dtensor<T, 1> r(n), expected(n);
    const auto each = [&](auto f) {
      for (index i = 0; i < n; ++i)
        expected(i) = static_cast<T>(f(i));
    };
    r = a[_, 0] * b[_, 1] - a[_, 1] * b[_, 0];
    each([&](index i) { return a(i, 0) * b(i, 1) - a(i, 1) * b(i, 0); });
    CHECK(values(r) == values(expected));
    r = a[rev(), 2] + r;
    each([&](index i) { return a(n - 1 - i, 2) + expected(i); });
    CHECK(values(r) == values(expected));
    r += a[_, 2] / T(1) + b[_, 0];
    each([&](index i) { return expected(i) + (a(i, 2) / T(1) + b(i, 0)); });
    CHECK(values(r) == values(expected));
    // The target is between the operands, or overlaps them.
    auto c = a;
    c[_, 1] = c[_, 0] + c[_, 2];
    each([&](index i) { return a(i, 0) + a(i, 2); });
    CHECK(values(eval(c[_, 1])) == values(expected));
    c[_, 1] -= c[rev(), 1] + c[_, 0];
    dtensor<T, 1> before = expected;
    each([&](index i) { return before(i) - (before(n - 1 - i) + a(i, 0)); });
    CHECK(values(eval(c[_, 1])) == values(expected));
    if (n > 2) {
      auto d = a;
      d[range(1, _), 0] = d[range(0, n - 1), 0] + d[range(1, _), 1];
      expected = dtensor<T, 1>(n - 1);
      for (index i = 0; i + 1 < n; ++i)
        expected(i) = static_cast<T>(a(i, 0) + a(i + 1, 1));
      CHECK(values(eval(d[range(1, _), 0])) == values(expected));
      CHECK_THROWS_AS((d[_, 0] = d[range(1, _), 1] + T(1)), shape_error);
    }
    dtensor<T, 1> other(n + 3);
    other = a[_, 0] + b[_, 2];
    CHECK(other.size() == n);
  }
}

TEST_CASE("few elements: the sizes of the target") {
  dtensor<int, 2> r(5, 3);
  const dtensor<int, 1> column{1, 2, 3, 4, 5}, row{10, 20, 30};
  r = column[_, newaxis] + 1;
  CHECK(r.shape() == std::array<index, 2>{5, 1});
  CHECK(values(r) == list<>{2, 3, 4, 5, 6});
  r = column[_, newaxis] + row;
  CHECK(r.shape() == std::array<index, 2>{5, 3});
  CHECK(r(4, 2) == 35);
  r = row[newaxis] * 2;
  CHECK(r.shape() == std::array<index, 2>{1, 3});
  // Sizes of 1 that only the run-time shows.
  const dtensor<int, 2> tall(5, 1), wide(1, 3);
  r = tall + wide + 1;
  CHECK(r.shape() == std::array<index, 2>{5, 3});
  CHECK(values(r) == list<>(15, 1));
  r[_, _] = tall;
  CHECK(values(r) == list<>(15, 0));
  const dtensor<int, 2> four(4, 3);
  CHECK_THROWS_AS((r[_, _] = four + row), shape_error);
  CHECK_THROWS_AS(r += column, shape_error);
  CHECK_THROWS_AS(r[range(0, 2)] = r[range(0, 3)] + row, shape_error);
  CHECK(values(r) == list<>(15, 0));
  // A named extent and a static one.
  tensor<double, dyn, 3> s(2);
  s = numbers<double, 2>({2, 3}, 1) * row;
  CHECK(s(1, 2) == -2. * 30);
}

TEST_CASE("few elements whose operands are computed first") {
  const auto a = numbers<double, 2>({4, 5}, 3);
  dtensor<double, 2> r(4, 5);
  r = a - mean(a, _1, keepdims);
  for (index i = 0; i < 4; ++i)
    for (index k = 0; k < 5; ++k)
      CHECK(r(i, k) == a(i, k) - mean(a[i]));
  r = r / max(a, _0) + a;
  r = r * sum(r, _0);
  CHECK(r(0, 0) == (((a(0, 0) - mean(a[0])) / max(a[_, 0]) + a(0, 0)) *
                    sum((a[_, 0] - mean(a, _1)) / max(a[_, 0]) + a[_, 0])));
}

// Operands of four axes are reduced by a plan. All sums are exact.
TEST_CASE("few elements whose operands are computed first: the target") {
  const auto same = [](const dtensor<double, 2>& x, const dtensor<double, 2>& y) {
    return x.shape() == y.shape() && all_of(x == y);
  };
  for (const index n : {1, 3, 5}) {
    CAPTURE(n);
    dtensor<double, 2> a(n, 4);
    for (index k = 0; k < a.size(); ++k)
      a.data()[k] = static_cast<double>(k * 7 % 11);
    // In one loop after the other, without the library's assignments of expressions.
    const auto expected = [n](const dtensor<double, 2>& x, const dtensor<double, 2>& of) {
      dtensor<double, 2> to(n, 4);
      for (index i = 0; i < n; ++i)
        for (index k = 0; k < 4; ++k) {
          double least = of(0, k);
          for (index j = 1; j < n; ++j)
            least = of(j, k) < least ? of(j, k) : least;
          to(i, k) = x(i, k) - least;
        }
      return to;
    };
    dtensor<double, 2> backwards(n, 4);
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < 4; ++k)
        backwards(i, k) = a(n - 1 - i, k);

    dtensor<double, 2> r(n, 4), other(2, 2), turned(4, n);
    r = a - min(a, _0);
    CHECK(same(r, expected(a, a)));
    other = a - min(a, _0);
    CHECK(same(other, expected(a, a)));
    turned = a - min(a, _0);
    CHECK(same(turned, expected(a, a)));
    r = a;
    r = r - min(r, _0);
    CHECK(same(r, expected(a, a)));
    r = a;
    r = r[range(_, _, -1)] - min(r, _0);
    CHECK(same(r, expected(backwards, a)));
    r = a;
    r -= min(r, _0);
    CHECK(same(r, expected(a, a)));
    r = a;
    r[range(_, _, -1)] = r - min(a, _0);
    CHECK(same(r, expected(backwards, a)));
    CHECK_THROWS_AS(r = r - min(dtensor<double, 2>(n, 3), _0), shape_error);
    CHECK(same(r, expected(backwards, a)));
  }
  const dtensor<double, 2> none(3, 0);
  dtensor<double, 2> r(3, 0);
  r = none + cumsum(none, _0);
  CHECK(r.shape() == std::array<index, 2>{3, 0});
  const dtensor<double, 1> w = {1., 2., 3.};
  const tensor<double, 3, 3> m = {{1., 0., 2.}, {0., 1., 0.}, {-1., 0., 0.}};
  dtensor<double, 1> u(3);
  u = maximum(matmul(m, w) + w, 3.);
  CHECK(all_of(u == tensor<double, 3>{8., 4., 3.}));
  tensor<double, 3> fixed;
  fixed = cumsum(w) + w;
  CHECK(all_of(fixed == tensor<double, 3>{2., 5., 9.}));
}

TEMPLATE_TEST_CASE("reductions of few elements", "", float, std::int16_t, std::complex<double>) {
  using T = TestType;
  for (const std::array<index, 3> n : {std::array<index, 3>{2, 3, 4},
                                       {1, 1, 1},
                                       {7, 1, 5},
                                       {8, 8, 16},
                                       {8, 9, 2},
                                       {3, 5, 60},
                                       {60, 1, 17}}) {
    CAPTURE(n[0], n[1], n[2]);
    const auto a = numbers<T, 3>(n, 3), b = numbers<T, 3>(n, 5);
    const auto m = a[0];
    const auto v = b[0, 0];
    const auto same = [&](const auto& few, const auto& planned) {
      CHECK(values(eval(few)) == values(eval(planned)));
    };
    const auto each = [&](auto reduce) {
      const auto e = a * v + b;
      const auto w = (a[newaxis] * v[newaxis, newaxis, newaxis] + b[newaxis]);
      same(reduce(e, _2), reduce(w, _3)[0]);
      same(reduce(e, _1), reduce(w, _2)[0]);
      same(reduce(e, _0), reduce(w, _1)[0]);
      same(reduce(a[_, rev()], _2), reduce(a[newaxis][_, _, rev()], _3)[0]);
      same(reduce(a[_, rev()], _0), reduce(a[newaxis][_, _, rev()], _1)[0]);
      same(reduce(m * v, _1), reduce(m[newaxis, newaxis] * v, _3)[0, 0]);
      same(reduce(m * v, _0), reduce(m[newaxis, newaxis] * v, _2)[0, 0]);
    };
    each([](const auto& e, auto axis) { return sum(e, axis); });
    if constexpr (std::is_arithmetic_v<T>) {
      each([](const auto& e, auto axis) { return max(e, axis); });
      each([](const auto& e, auto axis) { return any(e > T(9), axis); });
    } else {
      each([](const auto& e, auto axis) { return mean(conj(e), axis); });
      each([](const auto& e, auto axis) { return sum(real(e) * imag(e * T(0, 1)), axis); });
    }
    same(sum(a * b, _0, _1), sum((a[newaxis] * b[newaxis]), _1, _2)[0]);
    same(sum(a, _0, _1, keepdims), sum(a[newaxis], _1, _2, keepdims)[0]);
  }
}

namespace {

// Compares statements with operands of the sizes n or 1, which are broadcast at run time, with
// loops over the elements.
template <class T> void broadcast_at_run_time(const std::array<index, 3>& n) {
  CAPTURE(n[0], n[1], n[2]);
  const auto sized = [&](unsigned ones) {
    auto own = n;
    for (std::size_t k = 0; k < 3; ++k)
      own[k] = (ones >> k & 1U) != 0 ? 1 : n[k];
    return own;
  };
  const auto at = [](const auto& t, index i, index j, index k) {
    return t(t.extent(0) == 1 ? 0 : i, t.extent(1) == 1 ? 0 : j, t.extent(2) == 1 ? 0 : k);
  };
  const auto a = numbers<T, 3>(n, 3);
  for (unsigned x = 0; x < 8; ++x)
    for (unsigned y = 0; y < 8; y += 3) {
      CAPTURE(x, y);
      const auto b = numbers<T, 3>(sized(x), 5), c = numbers<T, 3>(sized(y), 7);
      dtensor<T, 3> r(n[0], n[1], n[2]), expected(n[0], n[1], n[2]);
      const auto each = [&](auto f) {
        for (index i = 0; i < n[0]; ++i)
          for (index j = 0; j < n[1]; ++j)
            for (index k = 0; k < n[2]; ++k)
              expected(i, j, k) = static_cast<T>(f(i, j, k));
      };
      r = a + b;
      each([&](index i, index j, index k) { return a(i, j, k) + at(b, i, j, k); });
      CHECK(values(r) == values(expected));
      r += b;
      each([&](index i, index j, index k) { return expected(i, j, k) + at(b, i, j, k); });
      CHECK(values(r) == values(expected));
      r = r * b - c;
      each([&](index i, index j, index k) {
        return static_cast<T>(expected(i, j, k) * at(b, i, j, k)) - at(c, i, j, k);
      });
      CHECK(values(r) == values(expected));
      // A view as the target, and as an operand.
      dtensor<T, 3> wide(n[0] + 1, n[1] + 2, n[2] + 3);
      auto part = wide[range(1, _), range(_, n[1]), range(2, n[2] + 2)];
      part = a + b * T(2);
      each([&](index i, index j, index k) {
        return a(i, j, k) + static_cast<T>(at(b, i, j, k) * T(2));
      });
      CHECK(values(part) == values(expected));
      r = part + c;
      each([&](index i, index j, index k) { return expected(i, j, k) + at(c, i, j, k); });
      CHECK(values(r) == values(expected));
      // New tensors.
      const dtensor<T, 3> fresh = b + c * a;
      each([&](index i, index j, index k) {
        return at(b, i, j, k) + static_cast<T>(at(c, i, j, k) * a(i, j, k));
      });
      CHECK(values(fresh) == values(expected));
    }
}

} // namespace

TEMPLATE_TEST_CASE("a few elements of operands that are broadcast at run time", "", std::int8_t,
                   float, std::complex<double>) {
  using T = TestType;
  for (index n2 : {0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 33})
    for (const auto& [n0, n1] : {std::array<index, 2>{1, 1}, {1, 4}, {2, 3}, {3, 1}, {0, 2}})
      broadcast_at_run_time<T>({n0, n1, n2});
  // Long rows, and as many elements and rows as are computed without a plan, and more.
  for (index n2 : {63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 1365, 1366})
    broadcast_at_run_time<T>({1, 3, n2});
  broadcast_at_run_time<T>({1, 1, 4096});
  broadcast_at_run_time<T>({1, 1, 4097});
  broadcast_at_run_time<T>({2, 2, 256});
  for (index rows : {63, 64, 65}) {
    broadcast_at_run_time<T>({1, rows, 5});
    broadcast_at_run_time<T>({rows, 1, 5});
    broadcast_at_run_time<T>({2, rows / 2, 3});
  }
}

TEST_CASE("operands that are broadcast at run time: other ranks, element types and sizes") {
  const dtensor<float, 1> v{1, 2, 3, 4, 5}, one{3};
  dtensor<float, 1> w(5);
  w = v * one - 1.f;
  CHECK(values(w) == std::vector<float>{2, 5, 8, 11, 14});
  w -= one;
  CHECK(values(w) == std::vector<float>{-1, 2, 5, 8, 11});
  // Bools, and elements of different sizes.
  const dtensor<int, 2> a{{1, 2, 3}, {4, 5, 6}}, column{{2}, {5}}, row{{1, 5, 6}};
  dtensor<bool, 2> is(2, 3);
  is = a > column;
  CHECK(values(is) == list({false, false, true, false, false, true}));
  const dtensor<bool, 2> few{{true}, {false}};
  is = is || few;
  CHECK(values(is) == list({true, true, true, false, false, true}));
  dtensor<double, 2> d(2, 3);
  d = where(is, a, column) * 0.5;
  CHECK(values(d) == list({0.5, 1., 1.5, 2.5, 2.5, 3.}));
  const dtensor<std::int8_t, 2> small{{1}, {2}};
  d = small * row + 1.5;
  CHECK(values(d) == list({2.5, 6.5, 7.5, 3.5, 11.5, 13.5}));
  // Operands with fewer axes and newaxis.
  const dtensor<double, 1> x{1, 2}, single{10};
  dtensor<double, 2> table(2, 2);
  table = x[_, newaxis] * single + x;
  CHECK(values(table) == list({11., 12., 21., 22.}));
  table -= single;
  CHECK(values(table) == list({1., 2., 11., 12.}));
  // Four axes.
  const dtensor<float, 4> four(2, 1, 2, 1), other(1, 2, 1, 3);
  dtensor<float, 4> result(2, 2, 2, 3);
  result = four + other + 1.f;
  CHECK(values(result) == std::vector<float>(24, 1.f));
}

namespace {

// Every operand has one element or n[k] along each axis, in all combinations. Returns how many
// results are wrong.
template <class T, std::size_t R> int wrong_broadcasts(const std::array<index, R>& n) {
  int wrong = 0;
  const auto at = [&](const dtensor<T, R>& t, index place) {
    index offset = 0, size = 1;
    for (std::size_t k = R; k-- > 0; place /= n[k]) {
      offset += t.shape()[k] == 1 ? 0 : place % n[k] * size;
      size *= t.shape()[k];
    }
    return t.data()[offset];
  };
  const auto part = [&](unsigned axes, int step) {
    std::array<index, R> sizes = n;
    for (std::size_t k = 0; k < R; ++k)
      if ((axes >> k & 1) == 0)
        sizes[k] = 1;
    return numbers<T, R>(sizes, step);
  };
  constexpr unsigned last = (1U << R) - 1;
  for (unsigned left = 0; left <= last; ++left)
    for (unsigned right = 0; right <= last; ++right) {
      const auto a = part(left, 3), b = part(right, 5);
      auto r = numbers<T, R>(n, 1), expected = r;
      const auto check = [&](auto f) {
        bool same = r.shape() == n;
        for (index i = 0; same && i < r.size(); ++i)
          same = r.data()[i] == static_cast<T>(f(expected.data()[i], at(a, i), at(b, i)));
        wrong += same ? 0 : 1;
        expected = r;
      };
      r += a * b; // the target is not broadcast
      check([](T t, T x, T y) { return static_cast<T>(t + static_cast<T>(x * y)); });
      r = r - a * b;
      check([](T t, T x, T y) { return static_cast<T>(t - static_cast<T>(x * y)); });
      auto t = numbers<T, R>(n, 2);
      t = a + b;
      if ((left | right) == last) {
        r = a + b;
        check([](T, T x, T y) { return x + y; });
      }
      bool fits = true;
      for (std::size_t k = 0; k < R; ++k)
        fits &= t.shape()[k] == ((left | right) >> k & 1 ? n[k] : 1);
      wrong += fits ? 0 : 1;
    }
  return wrong;
}

} // namespace

TEMPLATE_TEST_CASE("operands that are broadcast at run time along any axes", "", std::int16_t,
                   double, std::complex<double>) {
  using T = TestType;
  for (index n : {0, 1, 2, 7, 64, 65})
    CHECK(wrong_broadcasts<T, 1>({n}) == 0);
  for (index n0 : {0, 1, 2, 5, 21, 64})
    for (index n1 : {0, 1, 2, 3, 4, 9})
      CHECK(wrong_broadcasts<T, 2>({n0, n1}) == 0);
  for (index n0 : {0, 1, 2, 3, 9})
    for (index n1 : {0, 1, 2, 4})
      for (index n2 : {0, 1, 2, 3, 8})
        CHECK(wrong_broadcasts<T, 3>({n0, n1, n2}) == 0);
  for (index n0 : {1, 2})
    for (index n2 : {0, 1, 3})
      CHECK(wrong_broadcasts<T, 4>({n0, 2, n2, 2}) == 0);
}

TEST_CASE("operands that are broadcast at run time: elements of 16 bytes after smaller ones") {
  using complex = std::complex<double>;
  const dtensor<bool, 2> is{{true}, {false}};
  const dtensor<complex, 2> a{{complex(1, 2), complex(3, 4), complex(5, 6)}}, b{{complex(0, 7)}};
  dtensor<complex, 2> r(2, 3);
  r = where(is, a, b);
  CHECK(values(r) == list<complex>{{1, 2}, {3, 4}, {5, 6}, {0, 7}, {0, 7}, {0, 7}});
  const dtensor<complex, 2> both = r;
  r = where(is, both, both * 2.);
  CHECK(values(r) == list<complex>{{1, 2}, {3, 4}, {5, 6}, {0, 14}, {0, 14}, {0, 14}});
}

TEST_CASE("operands that are broadcast at run time: the target") {
  // The target gets the sizes of the expression, and errors leave it unchanged.
  const dtensor<float, 2> row{{1, 2, 3}};
  dtensor<float, 2> column{{10}, {20}};
  dtensor<float, 2> r(2, 2);
  r = row + column;
  CHECK(values(r) == std::vector<float>{11, 12, 13, 21, 22, 23});
  r = row + row * 2.f;
  CHECK(r.shape() == std::array<index, 2>{1, 3});
  r = row + column;
  column = column + row;
  CHECK(values(column) == values(r));
  r = dtensor<float, 2>{{1, 2}, {3, 4}};
  CHECK_THROWS_AS(r += row, shape_error);
  CHECK_THROWS_AS(r = (r + row), shape_error);
  CHECK(values(r) == std::vector<float>{1, 2, 3, 4});
  // An operand is resized after the expression was made.
  dtensor<float, 2> changed(2, 1);
  const auto late = r + changed;
  changed = dtensor<float, 2>(3, 1);
  CHECK_THROWS_AS(r = late, shape_error);
  CHECK(values(r) == std::vector<float>{1, 2, 3, 4});
  // An operand of the target's memory, at other positions.
  dtensor<float, 2> t{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const dtensor<float, 2> first{{100}, {200}};
  t[range(1, _)] = t[range(_, -1)] + first;
  CHECK(values(t) == std::vector<float>{1, 2, 3, 101, 102, 103, 204, 205, 206});
  t[_, range(_, -1)] -= t[_, range(_, 1)];
  CHECK(values(t) == std::vector<float>{0, 1, 3, 0, 1, 103, 0, 1, 206});
}

TEMPLATE_TEST_CASE("few elements: slices of expressions of slices, in all directions", "", float,
                   double, std::int16_t) {
  using T = TestType;
  for (const index rows : {1, 2, 3, 5, 8})
    for (const index columns : {1, 2, 3, 5, 8, 40}) {
      dtensor<T, 2> a(rows, columns);
      for (index i = 0; i < a.size(); ++i)
        a.data()[i] = static_cast<T>(i);
      const dtensor<T, 2> down = a[rev()], left = a[_, rev()], both = a[rev(), rev()];
      const T zero(0);
      CHECK(all_of(eval((a[rev()] + zero)[rev(), rev()]) == left));
      CHECK(all_of(eval((a[_, rev()] + zero)[rev(), rev()]) == down));
      CHECK(all_of(eval((a[rev(), rev()] + zero)[rev()]) == left));
      CHECK(all_of(eval((a + zero)[rev(), rev()]) == both));
      CHECK(all_of(eval((a[_, rev()] + a[_, rev()])[rev()]) == both + both));
      CHECK(all_of(eval((a[_, rev()] + left[rev()])[_, rev()]) == a + down[_, rev()][_, rev()]));
      dtensor<T, 2> r(rows, columns);
      r = (a[rev()] + a[rev()])[rev(), rev()];
      CHECK(all_of(r == left + left));
      r[rev()] = (a[_, rev()] + left)[_, rev()];
      CHECK(all_of(r == down + down));
    }
}

TEMPLATE_TEST_CASE("few elements: slices and broadcast operands, also of axes of one element", "",
                   float, double, std::int16_t) {
  using T = TestType;
  // The targets differ in the kind of their axes, dynamic or static, and the sizes may be 1.
  const auto check = [](auto& r, index rows, index columns) {
    const auto a = numbers<T, 2>({rows + 2, columns + 2}, 5);
    const auto row = numbers<T, 1>({columns + 1}, 3), column = numbers<T, 1>({rows + 1}, 7);
    dtensor<T, 2> expected(rows, columns);
    for (index i = 0; i < rows; ++i)
      for (index k = 0; k < columns; ++k)
        expected(i, k) = static_cast<T>(a(i + 1, k + 2) * row(columns - k) + column(i + 1) -
                                        a(rows - i, columns - 1 - k));
    r = a[range(1, -1), range(2, _)] * row[range(_, 0, -1)] + column[range(1, _)][_, newaxis] -
        a[range(rows, 0, -1), range(columns - 1, _, -1)];
    CHECK(values(r) == values(expected));
    const dtensor<T, 2> before = r;
    r[_, rev()] = r + r * T(2) - row[range(1, _)];
    for (index i = 0; i < rows; ++i)
      for (index k = 0; k < columns; ++k)
        expected(i, columns - 1 - k) = static_cast<T>(before(i, k) * T(3) - row(k + 1));
    CHECK(values(r) == values(expected));
  };
  for (const index rows : {1, 2, 4, 9})
    for (const index columns : {1, 2, 3, 8, 20}) {
      CAPTURE(rows, columns);
      dtensor<T, 2> r(rows, columns);
      check(r, rows, columns);
    }
  tensor<T, dyn, 1> narrow(3);
  check(narrow, 3, 1);
  tensor<T, 1, dyn> flat(5);
  check(flat, 1, 5);
  // No elements.
  dtensor<T, 2> none(0, 3);
  none = none[_, rev()] + none;
  CHECK(none.size() == 0);
}

TEMPLATE_TEST_CASE("one number for all elements of a view", "", std::int8_t, std::uint16_t, float,
                   std::complex<float>) {
  using T = TestType;
  const auto numbers_of = [](index n0, index n1) {
    dtensor<T, 2> t(n0, n1);
    for (index i = 0; i < t.size(); ++i)
      t.data()[i] = static_cast<T>(static_cast<float>(i * 5 % 23));
    return t;
  };
  const auto one = static_cast<T>(1.f);
  for (index n0 : {0, 1, 3, 8, 70})
    for (index n1 : {0, 1, 2, 7, 16, 33, 100}) {
      CAPTURE(n0, n1);
      const auto check = [&](auto part, index i0, index i_step, index k0, index k_step) {
        dtensor<T, 2> set = numbers_of(n0, n1), added = numbers_of(n0, n1), by_loop = set,
                      sums = set;
        for (index i = i0; i < n0; i += i_step)
          for (index k = k0; k < n1; k += k_step) {
            by_loop(i, k) = one;
            sums(i, k) = static_cast<T>(sums(i, k) + one);
          }
        part(set) = one;
        part(added) += one;
        CHECK(values(set) == values(by_loop));
        CHECK(values(added) == values(sums));
      };
      check([](auto& t) -> auto& { return t; }, 0, 1, 0, 1);
      check([](auto& t) { return t[_, range(_, _, 2)]; }, 0, 1, 0, 2);
      check([](auto& t) { return t[rev(), rev()]; }, 0, 1, 0, 1);
      check([](auto& t) { return t[range(_, _, 3), _]; }, 0, 3, 0, 1);
      if (n0 > 0 && n1 > 0) {
        check([](auto& t) { return t[range(1, _), range(1, _)]; }, 1, 1, 1, 1);
        check([](auto& t) { return t[-1]; }, n0 - 1, 1, 0, 1);
        check([](auto& t) { return t[_, 0]; }, 0, 1, 0, n1);
        check([](auto& t) { return transpose(t); }, 0, 1, 0, 1);
      }
    }
}

TEST_CASE("few elements: operands between the elements of the target are not copied") {
  for (const index n : {1, 2, 3, 7, 12}) {
    CAPTURE(n);
    // The product of two triangular matrices of small integers with 1 or 2 on the diagonal: the
    // elimination is exact.
    dtensor<double, 2> a(n, n);
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < n; ++j) {
        index product = 0;
        for (index k = 0; k <= i && k <= j; ++k)
          product += (k == i ? 1 : (i + 2 * k) % 3 - 1) * (k == j ? 1 + k % 2 : k * j % 5 - 2);
        a(i, j) = static_cast<double>(product);
      }
    dtensor<double, 2> lu = a, by_loops = a;
    for (index k = 0; k + 1 < n; ++k) {
      const auto rest = range(k + 1, _);
      lu[rest, k] /= lu(k, k);
      lu[rest, rest] -= lu[rest, k][_, newaxis] * lu[k, rest];
      for (index i = k + 1; i < n; ++i)
        by_loops(i, k) /= by_loops(k, k);
      for (index i = k + 1; i < n; ++i)
        for (index j = k + 1; j < n; ++j)
          by_loops(i, j) -= by_loops(i, k) * by_loops(k, j);
    }
    for (index i = 0; i < a.size(); ++i)
      REQUIRE(lu.data()[i] == by_loops.data()[i]);
    // The same block of memory, at each distance: all operands are read before the target
    // changes.
    for (index from = 0; from < n; ++from)
      for (index to = 0; to < n; ++to)
        for (index count = 1; count <= n - (from > to ? from : to); ++count) {
          CAPTURE(from, to, count);
          const auto r = range(from, from + count), t = range(to, to + count);
          dtensor<double, 2> b = a, c = a;
          b[_, t] += b[_, r] * 2;
          c[_, t] += eval(c[_, r] * 2);
          REQUIRE(test::values(b) == test::values(c));
          b[t, t] -= b[r, from][_, newaxis] * b[to, r];
          c[t, t] -= eval(c[r, from][_, newaxis] * c[to, r]);
          REQUIRE(test::values(b) == test::values(c));
          b[t, r] = b[r, t][_, rev()];
          c[t, r] = eval(c[r, t][_, rev()]);
          REQUIRE(test::values(b) == test::values(c));
          dtensor<double, 3> d(2, n, n), e(2, n, n);
          d = stack(_0, a, transpose(a));
          e = d;
          d[_, _, t] = d[_, _, r];
          e[_, _, t] = eval(e[_, _, r]);
          REQUIRE(test::values(d) == test::values(e));
          d[_, t, 0] = d[rev(), r, n - 1];
          e[_, t, 0] = eval(e[rev(), r, n - 1]);
          REQUIRE(test::values(d) == test::values(e));
        }
    dtensor<double, 1> u(3 * n), v(3 * n);
    for (index i = 0; i < u.size(); ++i)
      u.data()[i] = v.data()[i] = static_cast<double>(i);
    u[range(0, _, 3)] += u[range(1, _, 3)] - u[range(_, _, 3)][rev()];
    v[range(0, _, 3)] += eval(v[range(1, _, 3)] - v[range(_, _, 3)][rev()]);
    REQUIRE(test::values(u) == test::values(v));
  }
}

namespace {

// Copies `source` to `target`, which may overlap, computes with it and adds it, and compares the
// results, in `memory`, with those of a loop over the elements.
template <class Memory, class Target, class Source>
void compare_copy(Memory& memory, Target target, Source source) {
  const auto n = target.shape();
  REQUIRE(source.shape() == n);
  const Memory before = memory;
  std::vector<typename Memory::value_type> read;
  const auto each = [&](auto f) {
    if constexpr (Memory::extents.rank() == 1) {
      for (index i = 0; i < n[0]; ++i)
        f(target(i), source(i));
    } else if constexpr (Memory::extents.rank() == 2) {
      for (index i = 0; i < n[0]; ++i)
        for (index k = 0; k < n[1]; ++k)
          f(target(i, k), source(i, k));
    } else {
      for (index i = 0; i < n[0]; ++i)
        for (index j = 0; j < n[1]; ++j)
          for (index k = 0; k < n[2]; ++k)
            f(target(i, j, k), source(i, j, k));
    }
  };
  each([&](const auto&, const auto& x) { read.push_back(x); });
  std::size_t at = 0;
  each([&](auto& y, const auto&) { y = read[at++]; });
  const auto expected = values(memory);
  memory = before;
  target = source;
  REQUIRE(values(memory) == expected);
  using T = typename Memory::value_type;
  const auto check = [&](auto value, auto assign) {
    memory = before;
    at = 0;
    each([&](auto& y, const auto&) { y = static_cast<T>(value(y, read[at++])); });
    const auto wanted = values(memory);
    memory = before;
    assign();
    REQUIRE(values(memory) == wanted);
  };
  check([](T, T x) { return x + T(1); }, [&] { target = source + T(1); });
  check([](T y, T x) { return y + x; }, [&] { target += source; });
}

} // namespace

TEMPLATE_TEST_CASE("few elements are copied at any strides", "", std::uint8_t, std::int16_t, float,
                   double, std::complex<double>) {
  unsigned seed = 7;
  const auto below = [&](index n) {
    seed = seed * 1103515245U + 12345U;
    return static_cast<index>((seed >> 16) % static_cast<unsigned>(n));
  };
  const auto some = [&](index size, index n, index step) {
    const index first = below(size - (n == 0 ? 0 : (n - 1) * step));
    return range(first, first + n * step, step);
  };
  auto line = numbers<TestType, 1>({400}, 3), other = numbers<TestType, 1>({400}, 5);
  auto plane = numbers<TestType, 2>({24, 150}, 3), table = numbers<TestType, 2>({150, 24}, 5);
  auto cube = numbers<TestType, 3>({9, 10, 40}, 3), block = numbers<TestType, 3>({40, 9, 10}, 5);
  for (int round = 0; round < 150; ++round) {
    {
      const index n = below(130), s = 1 + below(3), t = 1 + below(3);
      CAPTURE(round, n, s, t);
      auto to = line[some(400, n, t)];
      compare_copy(line, to, line[some(400, n, s)]);
      compare_copy(line, to, line[some(400, n, s)][rev()]);
      compare_copy(line, to, other[some(400, n, s)][rev()]);
      compare_copy(line, to[rev()], other[some(400, n, s)]);
    }
    {
      const index n = below(12), m = below(round % 2 == 0 ? 12 : 70), s = 1 + below(2);
      CAPTURE(round, n, m, s);
      auto to = plane[some(24, n, 1 + below(2)), some(150, m, 1 + below(2))];
      compare_copy(plane, to, plane[some(24, n, s), some(150, m, 1 + below(2))]);
      compare_copy(plane, to, plane[some(24, n, s), some(150, m, 2)][rev(), rev()]);
      compare_copy(plane, to, plane[some(24, n, 1), some(150, m, s)][_, rev()]);
      compare_copy(plane, to[rev(), rev()], plane[some(24, n, 1), some(150, m, s)]);
      compare_copy(plane, to, transpose(table[some(150, m, s), some(24, n, 1)]));
      compare_copy(plane, plane[some(24, 9, 1), range(0, 9)],
                   transpose(plane[some(24, 9, 1), range(below(9), _)][_, range(0, 9)]));
    }
    {
      const index n = below(5), m = below(5), k = below(round % 2 == 0 ? 5 : 30);
      CAPTURE(round, n, m, k);
      auto to = cube[some(9, n, 2), some(10, m, 1 + below(2)), some(40, k, 1)];
      compare_copy(cube, to, cube[some(9, n, 1 + below(2)), some(10, m, 1), some(40, k, 1)]);
      compare_copy(cube, to, cube[some(9, n, 1), some(10, m, 2), some(40, k, 1)][_, rev(), rev()]);
      compare_copy(cube, to,
                   transpose(block[some(40, k, 1), some(9, n, 1), some(10, m, 1)], _1, _2, _0));
      compare_copy(cube, to[rev(), _, rev()],
                   transpose(block[some(40, k, 1), some(9, n, 1), some(10, m, 1)], _1, _2, _0));
    }
  }
}

TEMPLATE_TEST_CASE("few elements: slices of expressions and of tensors that they own", "", float,
                   std::int16_t, std::complex<double>) {
  using T = TestType;
  const auto count = [](index n) { return numbers<T, 1>({n}, 1); };
  for (const index n0 : {0, 1, 2, 6, 9})
    for (const index n1 : {0, 1, 4, 8, 17}) {
      CAPTURE(n0, n1);
      const auto a = numbers<T, 2>({n0, n1}, 3);
      const auto column = numbers<T, 1>({n0}, 7), row = numbers<T, 1>({n1}, 5);
      dtensor<T, 2> r(n0, n1), expected(n0, n1);
      const auto check = [&](auto f) {
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < n1; ++k)
            expected(i, k) = static_cast<T>(f(i, k));
        CHECK(values(r) == values(expected));
      };
      r = count(n0)[_, newaxis] * T(2) + count(n1);
      check([&](index i, index k) { return count(n0)(i) * T(2) + count(n1)(k); });
      r = count(n0)[_, newaxis] + a;
      check([&](index i, index k) { return count(n0)(i) + a(i, k); });
      r[ellipsis] = count(n0)[_, newaxis];
      check([&](index i, index) { return count(n0)(i); });
      r[_, rev()] = (row + T(1))[newaxis, _] * (column - T(2))[_, newaxis];
      check([&](index i, index k) { return (row(n1 - 1 - k) + T(1)) * (column(i) - T(2)); });
      r = (a * column[_, newaxis])[rev(), rev()] - a;
      check([&](index i, index k) {
        return a(n0 - 1 - i, n1 - 1 - k) * column(n0 - 1 - i) - a(i, k);
      });
      r = transpose(numbers<T, 2>({n1, n0}, 5)) + (a + row);
      check([&](index i, index k) { return numbers<T, 2>({n1, n0}, 5)(k, i) + a(i, k) + row(k); });
      // The expression reads the target at other positions.
      r = a;
      r = (r + row)[rev(), rev()];
      check([&](index i, index k) { return a(n0 - 1 - i, n1 - 1 - k) + row(n1 - 1 - k); });
      r = a;
      r += (r - row)[_, rev()];
      check([&](index i, index k) { return a(i, k) + (a(i, n1 - 1 - k) - row(n1 - 1 - k)); });
      if (n0 > 1 && n1 > 1) {
        r = a;
        r[range(1, _), range(_, -1)] = (r * T(2))[range(_, -1), range(1, _)];
        check([&](index i, index k) {
          return i > 0 && k + 1 < n1 ? a(i - 1, k + 1) * T(2) : a(i, k);
        });
        // Run-time subscripts, and sizes that do not fit.
        const index at = n0 - 1, from = 1;
        r = (a + row)[at] * count(n0)[range(from - 1, n0), newaxis];
        check([&](index i, index k) { return (a(at, k) + row(k)) * count(n0)(i); });
        const auto before = values(r);
        if (n0 > 2)
          CHECK_THROWS_AS(r[ellipsis] = (a + row)[range(from, _)], shape_error);
        CHECK(values(r) == before);
        // One number along an axis whose size is known only at run time.
        r = a - (a + row)[_, range(_, from)];
        check([&](index i, index k) { return a(i, k) - (a(i, 0) + row(0)); });
      }
      // Gaps between the elements of one axis.
      dtensor<T, 2> wide(n1, 3);
      for (T& x : wide.storage())
        x = T(1);
      const dtensor<T, 2> other = numbers<T, 2>({n1, 3}, 11);
      wide[_, 1] = (other + other)[_, 2] - row;
      for (index k = 0; k < n1; ++k) {
        REQUIRE(wide(k, 0) == T(1));
        REQUIRE(wide(k, 1) == static_cast<T>(other(k, 2) + other(k, 2) - row(k)));
        REQUIRE(wide(k, 2) == T(1));
      }
    }
  // Static sizes.
  const auto v = numbers<T, 1>({3}, 2);
  const tensor<T, 3> fixed = v;
  dtensor<T, 2> r(3, 5);
  r = tensor<T, 3>(fixed)[_, newaxis] * numbers<T, 1>({5}, 3);
  for (index i = 0; i < 3; ++i)
    for (index k = 0; k < 5; ++k)
      REQUIRE(r(i, k) == static_cast<T>(v(i) * numbers<T, 1>({5}, 3)(k)));
}

TEMPLATE_TEST_CASE("few elements: rows of one repeated element", "", std::uint8_t, std::int16_t,
                   float, double, std::complex<double>) {
  using T = TestType;
  for (const index n0 : {1, 2, 3, 7})
    for (const index n1 : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 40, 63, 65, 130, 257, 300}) {
      CAPTURE(n0, n1);
      const auto column = numbers<T, 1>({n0}, 7);
      // The elements around the target stay as they are.
      dtensor<T, 2> r(n0 + 2, n1 + 2);
      for (T& x : r.storage())
        x = T(99);
      r[range(1, -1), range(1, -1)] = column[_, newaxis];
      for (index i = 0; i < n0 + 2; ++i)
        for (index k = 0; k < n1 + 2; ++k)
          REQUIRE(r(i, k) == (i > 0 && k > 0 && i <= n0 && k <= n1 ? column(i - 1) : T(99)));
      r[range(1, -1), range(-2, 0, -1)] = column[_, newaxis];
      for (index i = 1; i <= n0; ++i)
        for (index k = 1; k <= n1; ++k)
          REQUIRE(r(i, k) == column(i - 1));
      // The column is a part of the target.
      for (index i = 0; i < r.size(); ++i)
        r.data()[i] = static_cast<T>(static_cast<float>(i % 23));
      const auto before = r;
      r[ellipsis] = r[_, 1][_, newaxis];
      for (index i = 0; i < n0 + 2; ++i)
        for (index k = 0; k < n1 + 2; ++k)
          REQUIRE(r(i, k) == before(i, 1));
    }
}

// Compares triangles and marks of few elements, which are computed from positions.
TEMPLATE_TEST_CASE("few elements: positions", "", std::uint8_t, std::int32_t, float, double) {
  using T = TestType;
  for (const index n0 : {0, 1, 2, 3, 5, 8, 13})
    for (const index n1 : {0, 1, 2, 3, 4, 5, 7, 8, 9, 16}) {
      CAPTURE(n0, n1);
      const auto a = numbers<T, 2>({n0, n1}, 3);
      dtensor<T, 2> r(n0, n1), expected(n0, n1);
      const auto each = [&](auto f) {
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < n1; ++k)
            expected(i, k) = static_cast<T>(f(i, k));
      };
      for (const index d : {-2, 0, 1}) {
        r = triu(a, d);
        each([&](index i, index k) { return k - i >= d ? a(i, k) : T(0); });
        CHECK(values(r) == values(expected));
        r += tril(a, d); // the target is also an operand
        each([&](index i, index k) { return expected(i, k) + (k - i <= d ? a(i, k) : T(0)); });
        CHECK(values(r) == values(expected));
      }
      // In place, in reverse, and of a matrix that reads the target at other places.
      r = a;
      r = triu(r);
      each([&](index i, index k) { return k >= i ? a(i, k) : T(0); });
      CHECK(values(r) == values(expected));
      r[rev(), _] = tril(a[_, rev()]);
      each([&](index i, index k) { return k <= n0 - 1 - i ? a(n0 - 1 - i, n1 - 1 - k) : T(0); });
      CHECK(values(r) == values(expected));
      r = a;
      r[ellipsis] = triu(r[_, rev()]);
      each([&](index i, index k) { return k >= i ? a(i, n1 - 1 - k) : T(0); });
      CHECK(values(r) == values(expected));
      if (n0 != 0) { // one row for all
        r[ellipsis] = triu(a[range(0, 1), _], 1);
        each([&](index, index k) { return k >= 1 ? a(0, k) : T(0); });
        CHECK(values(r) == values(expected));
      }
    }
  // Marks have no operand in memory along the last axis.
  const dtensor<std::int32_t, 1> places{2, 0, 3, 1, 9, -1};
  dtensor<T, 2> marks(6, 4);
  marks = one_hot<T>(places, 4);
  for (index i = 0; i < 6; ++i)
    for (index k = 0; k < 4; ++k)
      CHECK(marks(i, k) == (places(i) == k ? T(1) : T(0)));
  marks[range(0, 2), _] = one_hot<T>(places[range(2, 3)], 4);
  for (index k = 0; k < 4; ++k) {
    CHECK(marks(0, k) == (k == 3 ? T(1) : T(0)));
    CHECK(marks(1, k) == (k == 3 ? T(1) : T(0)));
  }
  marks = one_hot<T>(places, 5); // other sizes
  CHECK(marks.shape() == std::array<index, 2>{6, 5});
  CHECK_THROWS_AS((marks[range(0, 2), _] = one_hot<T>(places, 5)), shape_error);
  CHECK_THROWS_AS((marks[ellipsis] = one_hot<T>(places, 4)), shape_error);
  tensor<T, 3, 3> fixed;
  fixed = triu(numbers<T, 2>({3, 3}, 5), 1);
  CHECK(fixed(0, 0) == T(0));
  CHECK(fixed(2, 2) == T(0));
  CHECK(fixed(0, 2) == numbers<T, 2>({3, 3}, 5)(0, 2));
}
