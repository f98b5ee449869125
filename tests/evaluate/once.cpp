// SPDX-License-Identifier: BSL-1.0
// Products, scans and reductions that occur several times in an expression are computed once, if
// they read the same elements, and the values are the same.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <utility>

using namespace stria;

namespace {

/// Counts its calls. All calls with the same argument return the same value.
struct counted_fn {
  static constexpr bool pure = true;
  static inline index calls = 0;
  float operator()(float x) const {
    ++calls;
    return x + 1;
  }
};
auto counted(const auto& a) { return map(counted_fn{}, a); }

template <class Statement> index calls_of(Statement statement) {
  counted_fn::calls = 0;
  statement();
  return counted_fn::calls;
}

template <class T = float> dtensor<T, 2> numbers(index rows, index columns, int seed = 1) {
  dtensor<T, 2> t(rows, columns);
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < columns; ++j)
      t[i, j] = static_cast<T>(static_cast<int>((i * 7 + j * 3 * seed) % 11) - 4);
  return t;
}

} // namespace

TEST_CASE("a product that occurs several times is computed once") {
  for (const auto [rows, inner, columns] :
       {std::array<index, 3>{5, 4, 3}, {17, 9, 16}, {70, 3, 65}, {1, 1, 1}, {0, 3, 2}, {3, 0, 2}}) {
    const auto a = numbers(rows, inner), b = numbers(inner, columns, 2);
    const auto x = matmul(counted(a), b);
    const dtensor<float, 2> y = x, once = y * y - 2.f * y, twice = y + once;
    dtensor<float, 2> r;
    CHECK(calls_of([&] { r = x * x - 2.f * x; }) == a.size());
    CHECK(all_of(r == once));
    CHECK(calls_of([&] { CHECK(all_of(eval(x + (x * x - 2.f * x)) == twice)); }) == a.size());
    CHECK(calls_of([&] { r += x - x; }) == a.size());
    CHECK(all_of(r == once));
    if (rows == columns)
      continue;
    const auto turned = transpose(x);
    CHECK(calls_of([&] { r = turned * turned + transpose(x); }) == a.size());
    CHECK(all_of(r == transpose(y * y + y)));
  }
}

TEST_CASE("nodes of one type with other operands are computed separately") {
  const auto a = numbers(9, 8), b = numbers(8, 20, 2), c = numbers(8, 20, 5);
  const auto x = matmul(counted(a), b), y = matmul(counted(a), c);
  const dtensor<float, 2> p = x, q = y, expected = p * q - q * p + p - q;
  dtensor<float, 2> r;
  CHECK(calls_of([&] { r = x * y - y * x + x - y; }) == 2 * a.size());
  CHECK(all_of(r == expected));
  // Slices of one tensor, and numbers that differ.
  const auto s = cumsum(a[range(0, 4)], _1), t = cumsum(a[range(4, 8)], _1);
  CHECK(all_of(eval(s * t + s) == eval(s) * eval(t) + eval(s)));
  const auto u = cumsum(2.f * a, _0), v = cumsum(3.f * a, _0);
  CHECK(all_of(eval(u * v - u) == eval(u) * eval(v) - eval(u)));
}

TEST_CASE("operands that a node owns may be copies") {
  const auto b = numbers(6, 30, 2);
  const auto x = matmul(numbers(40, 6), b);
  const auto copy = x;
  const dtensor<float, 2> y = x;
  CHECK(all_of(eval(x * copy + x) == y * y + y));
  const auto other = matmul(numbers(40, 6, 3), b);
  CHECK(all_of(eval(x * other + x) == y * eval(other) + y));
  const auto complex =
      matmul(numbers<std::complex<double>>(7, 6), numbers<std::complex<double>>(6, 5));
  CHECK(all_of(eval(complex * complex) == eval(complex) * eval(complex)));
}

TEST_CASE("a product inside a reduction of the same expression is computed once") {
  for (const index columns : {7, 300}) { // few elements, and rows that are computed one by one
    const auto a = numbers(30, 5);
    const dtensor<float, 2> factor = 0.1f * numbers(5, columns, 2);
    const auto x = matmul(counted(a), factor);
    const dtensor<float, 2> y = x;
    dtensor<float, 2> r;
    CHECK(calls_of([&] { r = exp(x - max(x, _1, keepdims)); }) == a.size());
    CHECK(all_of(r == exp(y - max(y, _1, keepdims))));
    CHECK(calls_of([&] { r = x / (1.f + sum(x * x, _0)) - x; }) == a.size());
    CHECK(all_of(r == y / (1.f + sum(y * y, _0)) - y));
    CHECK(calls_of([&] { r = x - mean(x, _1, keepdims) / (max(x, _1, keepdims) + 9.f); }) ==
          a.size());
    CHECK(all_of(r == y - mean(y, _1, keepdims) / (max(y, _1, keepdims) + 9.f)));
  }
}

TEST_CASE("a reduction that occurs several times is computed once") {
  const auto a = numbers(40, 30);
  const auto s = sum(counted(a), _1);
  const dtensor<float, 1> t = s;
  dtensor<float, 1> r;
  CHECK(calls_of([&] { r = s * s + s; }) == a.size());
  CHECK(all_of(r == t * t + t));
  dtensor<float, 2> m;
  const auto k = sum(counted(a), _0, keepdims);
  const dtensor<float, 2> l = k;
  CHECK(calls_of([&] { m = (a - k) * k; }) < 2 * a.size());
  CHECK(all_of(m == (a - l) * l));
}

TEST_CASE("several products, each of which occurs several times") {
  const auto a = numbers(12, 5), b = numbers(5, 12, 2), c = numbers(12, 12, 3);
  const auto x = matmul(counted(a), b);
  const auto y = matmul(x, c);
  const dtensor<float, 2> p = x, q = matmul(p, c);
  dtensor<float, 2> r;
  CHECK(calls_of([&] { r = x * y + y * x; }) <= 2 * a.size());
  CHECK(all_of(r == p * q + q * p));
  r = c;
  r = matmul(r, c) + r * matmul(r, c); // the target is an operand of the product
  CHECK(all_of(r == matmul(c, c) + c * matmul(c, c)));
}

TEST_CASE("functions with state are called for each occurrence") {
  index calls = 0;
  const auto a = numbers(6, 5), b = numbers(5, 7, 2);
  const auto x = matmul(map([&calls](float v) { return v + static_cast<float>(++calls); }, a), b);
  const dtensor<float, 2> r = x - x;
  CHECK(calls == 2 * a.size());
}

TEST_CASE("products that occur twice, in constant expressions and of static sizes") {
  constexpr auto value = [] {
    tensor<int, 9, 9> a{};
    for (index i = 0; i < 9; ++i)
      for (index j = 0; j < 9; ++j)
        a[i, j] = static_cast<int>(i - j);
    const auto x = matmul(a, a);
    const tensor<int, 9, 9> r = x * x - x;
    return r[2, 3];
  };
  static_assert(value() == value());
  CHECK(value() == [] {
    const int x = [] {
      int sum = 0;
      for (int k = 0; k < 9; ++k)
        sum += (2 - k) * (k - 3);
      return sum;
    }();
    return x * x - x;
  }());
  tensor<float, 9, 9> b;
  b = numbers(9, 9);
  const auto x = matmul(b, b);
  const tensor<float, 9, 9> y = x, r = x * x + x;
  CHECK(all_of(r == y * y + y));
}
