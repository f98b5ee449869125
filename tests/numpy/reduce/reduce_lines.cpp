// SPDX-License-Identifier: BSL-1.0
// Reductions of rows and lines of many lengths, element types and layouts, compared with those of
// copies and with loops.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

using namespace stria;
using test::qnan;

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
