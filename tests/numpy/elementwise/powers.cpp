// SPDX-License-Identifier: BSL-1.0
// pow, hypot and abs, which are computed block by block, compared with the standard library.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

using namespace stria;
using test::evaluated;
using test::values;

namespace {

/// Distance in units in the last place; -0.0 is not 0.0.
template <class T> double units_off(T got, long double right) {
  const T want = static_cast<T>(right);
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : 1e9;
  if (std::isinf(want) || std::isinf(got) || want == 0)
    return want == got && std::signbit(want) == std::signbit(got) ? 0 : 1e9;
  const T unit =
      std::nextafter(std::abs(want), std::numeric_limits<T>::infinity()) - std::abs(want);
  return static_cast<double>(std::abs(static_cast<long double>(got) - right) /
                             static_cast<long double>(unit));
}

/// All magnitudes of T with both signs, and special values.
template <class T> dtensor<T, 1> all_magnitudes() {
  using limits = std::numeric_limits<T>;
  std::vector<T> v{T(0), T(-0.), limits::infinity(), -limits::infinity(), limits::quiet_NaN(),
                   T(1), T(-1),  limits::max(),      limits::lowest(),    limits::denorm_min()};
  const T step = sizeof(T) == 4 ? T(1.37) : T(7.3);
  for (T x = limits::denorm_min() * 3; x < limits::max() / 2; x *= step)
    v.insert(v.end(), {x, -x});
  return as_tensor(v);
}

template <class T> double worst_power(const dtensor<T, 1>& x, T p) {
  const auto y = eval(pow(x, p));
  double worst = 0;
  for (stria::index i = 0; i < x.size(); ++i)
    worst = std::max(worst, units_off(y(i), std::pow(static_cast<long double>(x(i)),
                                                     static_cast<long double>(p))));
  return worst;
}

} // namespace

TEMPLATE_TEST_CASE("powers of one exponent are correct to 3 units in the last place", "", float,
                   double) {
  const auto x = all_magnitudes<TestType>();
  // Usual magnitudes alone, so that no block has elements that the standard library computes.
  const auto usual = eval(abs(x)[(abs(x) > TestType(1e-4)) & (abs(x) < TestType(1e4))]);
  REQUIRE(usual.size() > 15);
  for (int halves = -10; halves <= 10; ++halves) {
    const auto p = static_cast<TestType>(halves) / 2;
    INFO("x^" << p);
    CHECK(worst_power(x, p) <= 3);
    CHECK(worst_power(usual, p) <= 3);
  }
  CHECK(worst_power(x, TestType(0.3)) <= 1);
  CHECK(worst_power(x, std::numeric_limits<TestType>::infinity()) == 0);
  CHECK(worst_power(x, std::numeric_limits<TestType>::quiet_NaN()) == 0);
}

TEMPLATE_TEST_CASE("powers in expressions of all kinds", "", float, double) {
  dtensor<TestType, 2> a(7, 203);
  a = cast<TestType>(reshape(arange(7 * 203), 7, 203) % 100);
  const auto column = eval(a[_, range(0, 1)] / 2); // whole and half exponents, one for each row
  const auto near = [](const auto& e) {
    const auto loop = evaluated(e), each = values(e);
    REQUIRE(loop.size() == each.size());
    for (std::size_t k = 0; k < loop.size(); ++k)
      CHECK(units_off(loop[k], static_cast<long double>(each[k])) <= 4);
  };
  near(pow(a, 2));
  near(pow(a[_, rev()], TestType(1.5)));
  near(a + pow(a[_, range(3, _, 2)] + 1, TestType(-1.5))[_, range(0, 1)]);
  near(pow(transpose(a), 3));
  near(pow(a, column));
  near(where(a > 3, pow(a, TestType(-0.5)), a));
  near(pow(cast<int>(a), TestType(0.5)));
  CHECK(sum(pow(a, 2)) == sum(a * a));
  CHECK(all_of(sum(pow(a, 2), _0) == sum(a * a, _0)));

  auto b = a;
  b = pow(b, 3);
  CHECK(all_of(b == a * a * a));
  b = a;
  b[_, range(1, _)] = pow(b[_, range(_, -1)], 3);
  CHECK(all_of(b[_, range(1, _)] == pow(a[_, range(_, -1)], 3)));
  b = a;
  b -= pow(b, 2);
  CHECK(all_of(b == a - a * a));
}

TEMPLATE_TEST_CASE("exponents that the compiler knows give the same powers as others", "", float,
                   double) {
  using T = TestType;
  for (const stria::index n : {0, 1, 3, 8, 15, 64, 65, 300}) {
    dtensor<T, 1> a(n), r(n), other(n);
    a = cast<T>(arange(n) % 29) / 4 + T(0.125);
    const auto same = [&](T p) {
      other = pow(a, p);
      CHECK(all_of(r == other));
    };
    volatile T unknown = 0;
    r = pow(a, T(3));
    unknown = 3;
    same(unknown);
    r = pow(a, T(0.5));
    unknown = T(0.5);
    same(unknown);
    r = pow(a, T(-1.5));
    unknown = T(-1.5);
    same(unknown);
    r = pow(a, T(0.3));
    unknown = T(0.3);
    same(unknown);
  }
}

TEMPLATE_TEST_CASE("powers are written into a target that they read", "", float, double, int) {
  using T = TestType;
  for (const stria::index n : {0, 1, 7, 8, 9, 63, 64, 65, 1023, 1024, 1025, 5000}) {
    INFO(n);
    dtensor<T, 1> a(n + 3);
    a = cast<T>(arange(n + 3) % 13);
    const auto to = range(0, n);
    const auto third = [](const auto& x) { return x * x * x; };
    for (const stria::index shift : {0, 1, 3}) {
      const auto from = range(shift, n + shift);
      auto b = a;
      b[to] = pow(b[from], T(3));
      CHECK(all_of(b[to] == third(a[from])));
      b = a;
      b[from] = pow(b[to], T(3));
      CHECK(all_of(b[from] == third(a[to])));
      b = a;
      b[to] = pow(b[from], T(2));
      CHECK(all_of(b[to] == a[from] * a[from]));
      b = a;
      b[to] = pow(b[from] + b[to], T(3)) + pow(b[to], T(2));
      CHECK(all_of(b[to] == third(a[from] + a[to]) + a[to] * a[to]));
    }
    auto b = a;
    b = pow(b[rev()], T(3));
    CHECK(all_of(b == third(a[rev()])));
    b += pow(a, T(2));
    CHECK(all_of(b == third(a[rev()]) + a * a));
  }
}

TEMPLATE_TEST_CASE("squares are powers", "", float, double, std::int8_t, std::int16_t, std::int64_t,
                   bool) {
  using T = TestType;
  dtensor<T, 2> a(3, 67);
  a = cast<T>(reshape(arange(3 * 67), 3, 67) % 90);
  const auto squares = eval(pow(a, 2));
  using result = typename decltype(squares)::value_type;
  CHECK(all_of(squares == cast<result>(a) * cast<result>(a)));
  const dtensor<int, 2> exponents = reshape(arange(1, 4), 3, 1);
  const auto both = eval(pow(a, 2) + pow(a, exponents)); // rows with several exponents
  for (stria::index i = 0; i < 3; ++i)
    CHECK(all_of(both[i] == pow(a[i], 2) + pow(a[i], exponents(i, 0))));
  CHECK(all_of(pow(a, true) == a)); // true is 1
  CHECK(all_of(pow(pow(a, 1), 2) - pow(a, 2) == 0));
  const auto z = cast<std::complex<double>>(a); // its powers have no blocks
  CHECK(all_of(real(pow(z, std::complex<double>(2))) + pow(a, 2) == pow(cast<double>(a), 2) * 2));
  tensor<T, 3, 5> fixed;
  fixed = a[_, range(0, 5)];
  CHECK(all_of(eval(pow(fixed, 2)) == squares[_, range(0, 5)]));
}

TEMPLATE_TEST_CASE("a value does not depend on its neighbours", "", float, double) {
  dtensor<TestType, 1> x(500);
  x = cast<TestType>(arange(500)) * TestType(0.37) + TestType(0.1);
  auto y = x;
  constexpr auto apart = range(3, _, 60); // one element in each block is computed by <cmath>
  y[apart] = std::numeric_limits<TestType>::infinity();
  for (const TestType p : {TestType(-1.5), TestType(-0.5), TestType(2.5), TestType(-3)}) {
    const auto usual = eval(pow(x, p)), beside = eval(pow(y, p));
    CHECK(all_of((usual == beside) | (y != x)));
  }
  const auto usual = eval(hypot(x, x)), beside = eval(hypot(y, x));
  CHECK(all_of((usual == beside) | (y != x)));
}

TEMPLATE_TEST_CASE("powers of integers wrap", "", std::int8_t, int, std::uint16_t, std::int64_t) {
  dtensor<TestType, 1> a(131);
  a = cast<TestType>(arange(131) - 65);
  std::vector<std::uint64_t> power(131, 1);
  for (int p = 0; p < 12; ++p) {
    const auto y = eval(pow(a, static_cast<TestType>(p)));
    using result = typename decltype(y)::value_type; // int for narrower types
    bool right = true;
    for (stria::index i = 0; i < a.size(); ++i) {
      auto& wanted = power[static_cast<std::size_t>(i)];
      right = right && y(i) == static_cast<result>(wanted);
      wanted *= static_cast<std::uint64_t>(a(i));
    }
    INFO("x^" << p);
    CHECK(right);
  }
  CHECK(sum(cast<double>(pow(a[range(0, 0)], 3))) == 0);
}

TEST_CASE("integers to negative powers are refused, if there are any") {
  dtensor<int, 1> a(200), r(200);
  a = 2;
  CHECK_THROWS_AS(r = pow(a, -1), value_error);
  CHECK_NOTHROW(eval(pow(a[range(0, 0)], -1)));
}

TEMPLATE_TEST_CASE("hypot and abs of complex numbers are correct to 1.5 units in the last place",
                   "", float, double) {
  const auto x = all_magnitudes<TestType>();
  const stria::index n = x.size();
  double worst = 0, worst_complex = 0;
  dtensor<std::complex<TestType>, 1> z(n);
  for (stria::index shift = 0; shift < n; shift += 11) {
    const auto y = roll(x, shift);
    const auto length = eval(hypot(x, y));
    for (stria::index i = 0; i < n; ++i)
      z(i) = {x(i), y(i)};
    const auto size = eval(abs(z));
    for (stria::index i = 0; i < n; ++i) {
      const auto right = std::hypot(static_cast<long double>(x(i)), static_cast<long double>(y(i)));
      worst = std::max(worst, units_off(length(i), right));
      worst_complex = std::max(worst_complex, units_off(size(i), right));
    }
  }
  CHECK(worst <= 1.5);
  CHECK(worst_complex <= 1.5);
  const auto whole = cast<TestType>(arange(300));
  CHECK(all_of(hypot(whole * 3, whole[newaxis] * 4) == whole * 5));
}
