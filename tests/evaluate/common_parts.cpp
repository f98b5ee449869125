// SPDX-License-Identifier: BSL-1.0
// Parts that occur several times in an expression are computed once if they are equal, and the
// values are those of a plain loop.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

using namespace stria;
using namespace stria::elementwise;

namespace {

/// Counts its calls, and is expensive enough for a buffer.
struct counted_fn {
  static constexpr bool is_expensive = true;
  static inline index calls = 0;
  double operator()(double x) const {
    ++calls;
    return x * x + 1;
  }
};
auto counted(const auto& a) { return map(counted_fn{}, a); }

template <class Statement> index calls_of(Statement statement) {
  counted_fn::calls = 0;
  statement();
  return counted_fn::calls;
}

/// Distinct elements of both signs.
template <class T> dtensor<T, 2> numbers(index rows, index columns) {
  dtensor<T, 2> t(rows, columns);
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < columns; ++j)
      t[i, j] = static_cast<T>((i * 37 + j * 11) % 251 - (std::is_signed_v<T> ? 125 : 0));
  return t;
}

} // namespace

TEST_CASE("an expensive part that occurs twice is computed once") {
  const auto a = numbers<double>(3, 700);
  dtensor<double, 2> r(3, 700);
  const auto c = counted(a);
  CHECK(calls_of([&] { r = c / (1. + c); }) == a.size());
  for (index i = 0; i < 3; ++i)
    for (index j = 0; j < 700; ++j) {
      const double x = a[i, j] * a[i, j] + 1;
      REQUIRE(r[i, j] == x / (1. + x));
    }
  CHECK(calls_of([&] { r += c - 2. * c; }) == a.size());
  CHECK(r[2, 5] == (a[2, 5] * a[2, 5] + 1) / (a[2, 5] * a[2, 5] + 2) - (a[2, 5] * a[2, 5] + 1));
}

TEST_CASE("parts with other elements are computed separately") {
  const auto a = numbers<double>(4, 300);
  const dtensor<double, 2> b = a + 1.;
  dtensor<double, 2> r(4, 300);
  CHECK(calls_of([&] { r = counted(a) - counted(b); }) == 2 * a.size());
  CHECK(r[3, 7] == a[3, 7] * a[3, 7] - b[3, 7] * b[3, 7]);
  CHECK(calls_of([&] { r = counted(a) - counted(b) * counted(a); }) == 2 * a.size());
  CHECK(r[3, 7] == (a[3, 7] * a[3, 7] + 1) * -(b[3, 7] * b[3, 7]));
  // The same memory at other positions.
  CHECK(calls_of([&] { r = counted(a) - counted(a[rev(_), _]); }) == 2 * a.size());
  CHECK(r[0, 7] == a[0, 7] * a[0, 7] - a[3, 7] * a[3, 7]);
  dtensor<double, 2> t(300, 4);
  CHECK(calls_of([&] { t = counted(permute<1, 0>(a)) + counted(permute<1, 0>(a)); }) == a.size());
  CHECK(t[7, 3] == 2 * (a[3, 7] * a[3, 7] + 1));
}

TEST_CASE("reductions compute a part that occurs twice once") {
  const auto a = numbers<double>(2, 5000);
  const auto c = counted(a[1]);
  double s = 0;
  CHECK(calls_of([&] { s = sum(c + 1. / c); }) == 5000);
  double expected = 0;
  for (index j = 0; j < 5000; ++j) {
    const double x = a[1, j] * a[1, j] + 1;
    expected += x + 1. / x;
  }
  CHECK(s > expected * (1 - 1e-12));
  CHECK(s < expected * (1 + 1e-12));
}

TEMPLATE_TEST_CASE("sums of neighbours that are compared with several numbers", "", std::uint8_t,
                   std::int8_t, std::uint16_t, std::int16_t, int, float, double) {
  using T = TestType;
  for (const index n : {3, 7, 17, 18, 19, 33, 34, 35, 40, 66, 67, 130, 600}) {
    const auto b = numbers<T>(5, n);
    const auto m = range(1, -1);
    const auto low = range(_, -2);
    const auto high = range(2, _);
    const auto around = b[low, low] + b[low, m] + b[low, high] + b[m, low] - b[m, high] +
                        b[high, low] + b[high, m] + b[high, high];
    dtensor<int, 2> r = where(around > 300, 1, 0) + where(around < 20, b[m, m], 0);
    for (index i = 1; i < 4; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const auto x = b[i - 1, j - 1] + b[i - 1, j] + b[i - 1, j + 1] + b[i, j - 1] - b[i, j + 1] +
                       b[i + 1, j - 1] + b[i + 1, j] + b[i + 1, j + 1];
        REQUIRE(r[i - 1, j - 1] == (x > 300) + static_cast<int>(x < 20 ? b[i, j] : T(0)));
      }
    // The same with a target that is read at other positions.
    auto c = b;
    const auto own = c[low, low] + c[low, m] + c[low, high] + c[m, low] - c[m, high] +
                     c[high, low] + c[high, m] + c[high, high];
    c[m, m] = where(own > 300, T(1), T(0)) + where(own < 20, c[m, m], T(0));
    CHECK(all_of(c[m, m] == cast<T>(r)));
  }
}

TEST_CASE("neighbours that are alive") {
  for (const index n : {3, 7, 17, 18, 19, 33, 34, 35, 40, 66, 67, 130, 600}) {
    dtensor<bool, 2> b = numbers<int>(5, n) % 3 == 0;
    const auto old = b;
    const auto m = range(1, -1);
    const auto low = range(_, -2);
    const auto high = range(2, _);
    const auto around = b[low, low] + b[low, m] + b[low, high] + b[m, low] + b[m, high] +
                        b[high, low] + b[high, m] + b[high, high];
    static_assert(std::is_same_v<decltype(around)::value_type, int>);
    b[m, m] = (around == 3) | (b[m, m] & (around == 2));
    for (index i = 1; i < 4; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const int x = old[i - 1, j - 1] + old[i - 1, j] + old[i - 1, j + 1] + old[i, j - 1] +
                      old[i, j + 1] + old[i + 1, j - 1] + old[i + 1, j] + old[i + 1, j + 1];
        REQUIRE(b[i, j] == (x == 3 || (old[i, j] && x == 2)));
      }
  }
}

// A panel of one iteration has no next iteration with which to compare. A sanitizer detects reads
// before the column.
TEST_CASE("a part of a column is compared within the column") {
  const auto x = eval(linspace(-1, 1, 200)), column = eval(linspace(-1, 1, 3));
  const auto part = exp(x * column[_, newaxis]);
  dtensor<double, 2> r = part / (1. + part);
  for (index i = 0; i < 3; ++i)
    for (index j = 0; j < 200; ++j) {
      const double e = std::exp(x(j) * column(i));
      REQUIRE(r[i, j] == Approx(e / (1. + e)));
    }
}

TEST_CASE("a shared part has the same element type as a separate one") {
  const auto b = numbers<std::uint8_t>(3, 100);
  const auto s = b[0] + b[1] + b[2] + b[0] + b[1];
  static_assert(std::is_same_v<decltype(s)::value_type, int>);
  const auto is_int = [](auto x) { return std::is_same_v<decltype(x), int>; };
  dtensor<bool, 1> r = map(is_int, s) & map(is_int, s * 100000);
  CHECK(all_of(r));
  dtensor<int, 1> large = s * 100000 - s;
  CHECK(large[99] == 99999 * (2 * b[0, 99] + 2 * b[1, 99] + b[2, 99]));
}

TEST_CASE("bounds of sums of narrow integers") {
  using namespace stria::detail;
  using bytes = static_row<const std::uint8_t, 1>;
  using words = static_row<const std::int16_t, 1>;
  using pair = std::index_sequence<0, 1>;
  using sum_of_bytes = map_row<add_fn, pair, bytes, bytes>;
  static_assert(bounds_of_row<sum_of_bytes>.most == 510);
  static_assert(bounds_of_row<map_row<subtract_fn, pair, bytes, sum_of_bytes>>.least == -510);
  static_assert(std::is_same_v<narrow_value<sum_of_bytes>, std::int16_t>);
  static_assert(std::is_same_v<narrow_value<map_row<add_fn, pair, words, words>>, int>);
  static_assert(std::is_same_v<narrow_value<map_row<multiply_fn, pair, bytes, bytes>>, int>);
  static_assert(!bounds_of_row<map_row<add_fn, pair, bytes, scalar_row<int>>>.known);
  using flags = static_row<const bool, 1>;
  using sum_of_flags = map_row<add_fn, pair, flags, flags>;
  static_assert(bounds_of_row<sum_of_flags>.most == 2);
  static_assert(std::is_same_v<narrow_value<sum_of_flags>, std::int8_t>);
  static_assert(
      std::is_same_v<narrow_value<map_row<subtract_fn, pair, flags, sum_of_flags>>, std::int8_t>);
  static_assert(
      std::is_same_v<narrow_value<map_row<subtract_fn, pair, sum_of_bytes, flags>>, std::int16_t>);
  SUCCEED();
}
