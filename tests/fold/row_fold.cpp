// SPDX-License-Identifier: BSL-1.0
// Reductions with one value for each row, which are folded when the loops reach the row. If they
// were computed first, sums might be added in another order. Therefore integers and extremes must
// be equal, and other numbers must be equal up to the rounding of the sum.
#include "../support/allocations.hpp"
#include "catch.hpp"
#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

using namespace stria;
using test::evaluated;

namespace {

using stria::index;
constexpr index n0 = 60, n1 = 300;

template <class T> dtensor<T, 2> numbers(index rows = n0, index columns = n1) {
  dtensor<T, 2> t(rows, columns);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>(static_cast<int>(i * 7919 % 31 - 12)) / T(7);
  return t;
}

/// Integers must be equal; other numbers may differ by the rounding error of the largest one.
template <class T> bool close(const std::vector<T>& got, const std::vector<T>& wanted) {
  if constexpr (std::integral<T>) {
    return got == wanted;
  } else {
    double largest = 0, off = 0;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      largest = std::max(largest, static_cast<double>(std::abs(wanted[k])));
      off = std::max(off, static_cast<double>(std::abs(got[k] - wanted[k])));
    }
    using real = decltype(std::abs(T()));
    return got.size() == wanted.size() &&
           off <= 16 * static_cast<double>(std::numeric_limits<real>::epsilon()) * largest;
  }
}

} // namespace

TEMPLATE_TEST_CASE("every fold of a row", "", float, std::int32_t, std::complex<double>) {
  // Rows of several blocks, of one block, of a few elements.
  for (index columns : {5000, 300, 3}) {
    const auto x = numbers<TestType>(15000 / columns, columns);
    INFO("rows of " << columns);
    const auto s = eval(sum(x, _1, keepdims));
    const auto p = eval(prod(x, _1, keepdims));
    const auto m = eval(mean(x, _1, keepdims));
    const auto d = eval(std_dev(x, _1, keepdims));
    CHECK(close(evaluated(x - sum(x, _1, keepdims)), evaluated(x - s)));
    CHECK(close(evaluated(x * prod(x, _1, keepdims)), evaluated(x * p)));
    CHECK(close(evaluated((x - mean(x, _1, keepdims)) * std_dev(x, _1, keepdims)),
                evaluated((x - m) * d)));
  }
}

TEST_CASE("a reduction that drops its axis, together with one that is folded by rows") {
  const auto a = numbers<float>();
  dtensor<float, 3> b(n0, n1, 4);
  for (index i = 0; i < b.size(); ++i)
    b.data()[i] = static_cast<float>(i % 23);
  CHECK(close(evaluated(a + sum(b, _2) - sum(a, _1, keepdims)),
              evaluated(a + eval(sum(b, _2)) - eval(sum(a, _1, keepdims)))));
}

TEST_CASE("strides of all kinds") {
  const auto a = numbers<float>();
  const auto check = [](const auto& x) {
    CHECK(close(evaluated(x - sum(x, _1, keepdims)), evaluated(x - eval(sum(x, _1, keepdims)))));
  };
  check(a[rev(), rev()]);
  check(a[_, range(_, _, 2)]);
  check(a[range(_, _, -2), range(10, 200)]);
  check(transpose(numbers<float>(n1, n0)));
  check(a + a[rev()]);
}

TEST_CASE("extremes, with NaN") {
  auto a = numbers<double>();
  a(3, 299) = a(7, 0) = std::numeric_limits<double>::quiet_NaN();
  const auto high = eval(max(a, _1, keepdims)), low = eval(min(a, _1, keepdims));
  dtensor<double, 2> r(n0, n1), expected(n0, n1);
  r = (a - min(a, _1, keepdims)) / (max(a, _1, keepdims) - min(a, _1, keepdims));
  expected = (a - low) / (high - low);
  CHECK(all_of(r == expected || (isnan(r) && isnan(expected))));
  CHECK(all_of(isnan(r[_3])));
  CHECK(all_of(isnan(r[7])));
  CHECK(sum(isnan(r)) == 2 * n1);
}

TEST_CASE("other shapes") {
  const auto a = numbers<float>();
  const auto sums = eval(sum(a, _1, keepdims));
  // Static, partly static and named extents.
  static constexpr dim row{"row"}, column{"column"};
  tensor<float, 60, 300> fixed(a);
  const tensor<float, dyn, 300> half(a);
  const tensor<float, row, column> named(a);
  fixed = fixed - sum(fixed, _1, keepdims);
  CHECK(evaluated(fixed) == evaluated(a - sums));
  CHECK(evaluated(half - sum(half, _1, keepdims)) == evaluated(a - sums));
  CHECK(evaluated(named - sum(named, _1, keepdims)) == evaluated(a - sums));
  // Three axes, the last one reduced; a middle one of size 1.
  const auto cube = reshape(a, 6, 10, 300);
  const auto cube_sums = eval(sum(cube, _2, keepdims));
  CHECK(evaluated(cube - sum(cube, _2, keepdims)) == evaluated(cube - cube_sums));
  CHECK(evaluated(transpose(cube, _1, _0, _2) - sum(transpose(cube, _1, _0, _2), _2, keepdims)) ==
        evaluated(transpose(cube, _1, _0, _2) - transpose(cube_sums, _1, _0, _2)));
  const auto thin = a[_, newaxis, _];
  CHECK(evaluated(thin - sum(thin, _2, keepdims)) ==
        evaluated(thin - eval(sum(thin, _2, keepdims))));
  // Rows of another length, one row for all, a value for all.
  const auto wide = numbers<float>(n0, 1000), one = numbers<float>(1, 77);
  const auto wide_sums = eval(sum(wide, _1, keepdims)), one_sum = eval(sum(one, _1, keepdims));
  CHECK(evaluated(a * sum(wide, _1, keepdims)) == evaluated(a * wide_sums));
  CHECK(evaluated(a * sum(one, _1, keepdims)) == evaluated(a * one_sum));
  CHECK(evaluated(sum(wide, _1, keepdims) * 2.f) == evaluated(wide_sums * 2.f));
  CHECK(evaluated(sum(wide, _1, keepdims) + a[_0]) == evaluated(wide_sums + a[_0]));
  // Empty rows: a sum is defined, but a maximum is not.
  const dtensor<float, 2> none(n0, 0);
  CHECK(evaluated(a + sum(none, _1, keepdims)) == evaluated(a));
  dtensor<float, 2> r(n0, n1);
  r = 1.f;
  CHECK_THROWS_AS(r = a + max(none, _1, keepdims), value_error);
  CHECK(sum(r) == static_cast<float>(n0 * n1));
  CHECK((evaluated(none + sum(none, _1, keepdims)).empty()));
  // Elements that are folded one by one.
  const dtensor<long double, 2> l = cast<long double>(a);
  CHECK(evaluated(l - sum(l, _1, keepdims)) == evaluated(l - eval(sum(l, _1, keepdims))));
}

TEST_CASE("reductions within reductions, together with other operands") {
  const auto a = numbers<float>();
  const auto high = eval(max(a, _1, keepdims));
  const auto e = eval(exp(a - high));
  const auto total = eval(sum(e, _1, keepdims));
  dtensor<float, 2> r(n0, n1);
  r = exp(a - max(a, _1, keepdims)) / sum(exp(a - max(a, _1, keepdims)), _1, keepdims);
  CHECK(evaluated(r) == evaluated(e / total));
  const dtensor<index, 1> order = argsort(a[_, _0]);
  CHECK(evaluated(a[order] - sum(a[order], _1, keepdims)) ==
        evaluated((a - eval(sum(a, _1, keepdims)))[order]));
  CHECK(evaluated(where(a > mean(a, _1, keepdims), a, 0.f)) ==
        evaluated(where(a > eval(mean(a, _1, keepdims)), a, 0.f)));
  // Columns that are computed first.
  CHECK(evaluated((a - mean(a, _0)) / max(a, _1, keepdims)) ==
        evaluated((a - eval(mean(a, _0))) / high));
  // The function is called once for each element of the operand.
  int calls = 0;
  const auto counted = map(
      [&calls](float x) {
        ++calls;
        return x;
      },
      a);
  r = a - sum(counted, _1, keepdims);
  CHECK(calls == n0 * n1);
  // The same holds if it is known only at run time that the reduction cannot run row by row.
  calls = 0;
  dtensor<float, 2> turned(n1, n0);
  transpose(turned) = a - sum(a, _1, keepdims) + sum(counted, _0);
  CHECK(calls == n0 * n1);
  calls = 0;
  r = a;
  r = r[rev()] - sum(r, _1, keepdims) + sum(counted, _0);
  CHECK(calls == n0 * n1);
  CHECK(evaluated(r) == evaluated(a[rev()] - eval(sum(a, _1, keepdims)) + eval(sum(a, _0))));
}

TEST_CASE("nothing is allocated, and a target may be an operand") {
  const auto a = numbers<float>();
  const auto s = eval(sum(a, _1, keepdims));
  dtensor<float, 2> r(n0, n1);
  CHECK(test::allocations_of([&] { r = a / sum(a, _1, keepdims); }) == 0);
  CHECK(evaluated(r) == evaluated(a / s));
  r = a;
  r /= sum(r, _1, keepdims);
  CHECK(evaluated(r) == evaluated(a / s));
  r = a;
  r[_, range(1, _)] = r[_, range(0, -1)] - sum(r, _1, keepdims);
  CHECK(evaluated(r[_, range(1, _)]) == evaluated((a - s)[_, range(0, -1)]));
  r = a;
  r[_, rev()] = r - sum(r, _1, keepdims);
  CHECK(evaluated(r[_, rev()]) == evaluated(a - s));
  r = a;
  r = r - sum(r[rev()], _1, keepdims);
  CHECK(evaluated(r) == evaluated(a - s[rev()]));
  // A batch of few large matrices.
  const dtensor<float, 3> batch = reshape(numbers<float>(900, 900), 2, 450, 900);
  dtensor<float, 3> shares(2, 450, 900);
  CHECK(test::allocations_of([&] { shares = batch / sum(batch, _2, keepdims); }) == 0);
  CHECK(evaluated(shares) == evaluated(batch / eval(sum(batch, _2, keepdims))));
  // A transposed target.
  dtensor<float, 2> turned(n1, n0);
  transpose(turned) = a - sum(a, _1, keepdims);
  CHECK(evaluated(transpose(turned)) == evaluated(a - s));
}

TEMPLATE_TEST_CASE("few elements of tensors", "", float, double, std::int16_t) {
  using T = TestType;
  const std::vector<std::pair<index, index>> sizes{{1, 1},  {2, 4},  {3, 8},   {2, 5},   {3, 7},
                                                   {4, 12}, {5, 15}, {1, 100}, {64, 16}, {64, 17},
                                                   {65, 3}, {7, 33}, {0, 3}};
  for (const auto& [rows, columns] : sizes) {
    CAPTURE(rows, columns);
    const auto a = numbers<T>(rows, columns);
    const dtensor<T, 2> b = cast<T>(a * T(2) + T(1));
    dtensor<T, 1> scale(columns);
    for (index k = 0; k < columns; ++k)
      scale(k) = static_cast<T>(k % 3 + 1);
    const auto sums = eval(sum(a, _1, keepdims));
    const auto most = eval(max(a, _1, keepdims));
    const auto least = eval(min(b * a, _1, keepdims));
    const auto means = eval(mean(a, _1, keepdims));
    const auto vars = eval(var(a, _1, keepdims));
    const auto same = [](const auto& x, const auto& y) {
      return evaluated(x).size() == evaluated(y).size() && x.shape() == y.shape() && all_of(x == y);
    };
    CHECK(same(eval(a - sum(a, _1, keepdims)), eval(a - sums)));
    CHECK(same(eval((a - mean(a, _1, keepdims)) / sqrt(var(a, _1, keepdims) + 1)),
               eval((a - means) / sqrt(vars + 1))));
    CHECK(same(eval((a - least) * scale + max(a, _1, keepdims)), eval((a - least) * scale + most)));
    CHECK(same(eval(where(a == max(a, _1, keepdims), b, min(b * a, _1, keepdims))),
               eval(where(a == most, b, least))));
    CHECK(same(eval(exp(a * 0.1f) / sum(exp(a * 0.1f), _1, keepdims) + a),
               eval(exp(a * 0.1f) / eval(sum(exp(a * 0.1f), _1, keepdims)) + a)));
    // Kept values, an operand that occurs twice, and a reduction of a reduction.
    CHECK(same(eval(tanh(var(a, _1, keepdims)) * var(a, _1, keepdims) + a * mean(a, _1, keepdims)),
               eval(tanh(vars) * vars + a * means)));
    CHECK(same(eval(a - sum(a - max(a, _1, keepdims), _1, keepdims)),
               eval(a - eval(sum(a - most, _1, keepdims)))));
    // The target is an operand, or has another element type or shape.
    auto r = a;
    r = r * T(3) - max(r, _1, keepdims);
    CHECK(same(r, eval(cast<T>(a * T(3) - most))));
    r = a;
    r -= max(r, _1, keepdims) + r;
    CHECK(same(r, eval(cast<T>(a - (most + a)))));
    r = a;
    r[ellipsis] = r - min(b * r, _1, keepdims);
    CHECK(same(r, eval(cast<T>(a - least))));
    dtensor<double, 2> wide(columns, rows);
    wide = a - max(a, _1, keepdims);
    CHECK(same(wide, eval(cast<double>(a - most))));
    if (rows > 1) {
      CHECK_THROWS_AS((wide = a - max(dtensor<T, 2>(rows + 1, columns), _1, keepdims)),
                      shape_error);
      CHECK_THROWS_AS((wide -= max(dtensor<T, 2>(rows + 1, columns), _1, keepdims) + a),
                      shape_error);
    }
    // Operands that are broadcast at run time.
    const dtensor<T, 2> row = eval(a[range(0, rows < 1 ? 0 : 1)]);
    if (rows != 0) {
      CHECK(same(eval(row - sum(a, _1, keepdims)), eval(row - sums)));
      CHECK(same(eval(a - sum(row, _1, keepdims)), eval(a - eval(sum(row, _1, keepdims)))));
    }
  }
  dtensor<T, 3> cube(2, 3, 5);
  tensor<T, dyn, 8> wide(4);
  for (index i = 0; i < 30; ++i)
    cube.data()[i] = wide.data()[i] = static_cast<T>(i % 7);
  CHECK(all_of(cube - max(cube, _2, keepdims) == cube - eval(max(cube, _2, keepdims))));
  CHECK(all_of(wide - max(wide, _1, keepdims) == wide - eval(max(wide, _1, keepdims))));
  cube -= max(cube, _2, keepdims);
  CHECK(max(cube) == 0);
  CHECK_THROWS_AS((cube -= max(dtensor<T, 3>(2, 3, 0), _2, keepdims)), value_error);
}
