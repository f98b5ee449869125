// SPDX-License-Identifier: BSL-1.0
// Element-wise functions that are not in <cmath>. The tables are np.f(v) and np.f(v, w), computed
// by NumPy 1.24.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>

using namespace stria;
using test::inf;
using test::qnan;

namespace {

const dtensor<double, 1> v{0.0,    -0.0, 1.0,  -1.0, 0.5, -2.5,  1e-320, 700.0,
                           -700.0, inf,  -inf, qnan, 3.0, -45.0, 180.0,  1e+300};
const dtensor<double, 1> w{1.0, 0.0, -0.0, qnan, 2.0,  inf,  -inf,  699.5,
                           0.0, inf, -inf, 1.0,  -3.0, 0.25, 0.001, -1e+300};

/// Checks that the elements equal the expected ones, including the sign of 0, or differ by at most
/// `ulps` units in the last place.
template <class E> void check(const E& e, const dtensor<double, 1>& expected, double ulps = 0) {
  const auto values = eval(e);
  REQUIRE(values.shape() == expected.shape());
  for (index i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    const double x = static_cast<double>(values.data()[i]), y = expected.data()[i];
    const bool same = (x == y && std::signbit(x) == std::signbit(y)) || (x != x && y != y);
    if (!same) {
      CHECK(std::abs(x - y) <= ulps * std::numeric_limits<double>::epsilon() * std::abs(y));
    }
  }
}

} // namespace

TEST_CASE("functions of two numbers") {
  check(fmax(v, w), {1.0, 0.0, 1.0, -1.0, 2.0, inf, 1e-320, 700.0, 0.0, inf, -inf, 1.0, 3.0, 0.25,
                     180.0, 1e+300});
  check(fmin(v, w), {0.0, 0.0, -0.0, -1.0, 0.5, -2.5, -inf, 699.5, -700.0, inf, -inf, 1.0, -3.0,
                     -45.0, 0.001, -1e+300});
  check(logaddexp(v, w),
        {1.3132616875182228, 0.6931471805599453, 1.3132616875182228, qnan, 2.2014132779827524, inf,
         1e-320, 700.4740769841801, 9.85967654375977e-305, inf, -inf, qnan, 3.0024756851377306,
         0.25, 180.0, 1e+300},
        4);
  check(logaddexp2(v, w),
        {1.584962500721156, 1.0, 1.584962500721156, qnan, 2.436751795439824, inf, 1e-320,
         700.7715533031636, 2.742695374969859e-211, inf, -inf, qnan, 3.0223678130284544,
         0.2500000000000345, 180.0, 1e+300},
        4);
  check(heaviside(v, w),
        {1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, qnan, 1.0, 0.0, 1.0, 1.0});
}

TEST_CASE("functions of one number") {
  check(reciprocal(v),
        {inf, -inf, 1.0, -1.0, 2.0, -0.4, inf, 0.0014285714285714286, -0.0014285714285714286, 0.0,
         -0.0, qnan, 0.3333333333333333, -0.022222222222222223, 0.005555555555555556, 1e-300});
  check(signbit(v),
        {0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0});
  check(sinc(v),
        {1.0, 1.0, 3.8981718325193755e-17, 3.8981718325193755e-17, 0.6366197723675814,
         0.12732395447351627, 1.0, -1.2298874991178568e-16, -1.2298874991178568e-16, qnan, qnan,
         qnan, 3.8981718325193755e-17, 1.3851409730914116e-17, -1.3851409730914116e-17,
         -2.872633251731255e-301},
        4);
  check(deg2rad(v),
        {0.0, -0.0, 0.017453292519943295, -0.017453292519943295, 0.008726646259971648,
         -0.04363323129985824, 1.73e-322, 12.217304763960307, -12.217304763960307, inf, -inf, qnan,
         0.05235987755982989, -0.7853981633974483, 3.141592653589793, 1.7453292519943297e+298},
        1);
  check(rad2deg(v),
        {0.0, -0.0, 57.29577951308232, -57.29577951308232, 28.64788975654116, -143.2394487827058,
         5.72953e-319, 40107.04565915763, -40107.04565915763, inf, -inf, qnan, 171.88733853924697,
         -2578.3100780887044, 10313.240312354817, 5.729577951308233e+301},
        1);
  check(nan_to_num(v),
        {0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e-320, 700.0, -700.0, 1.7976931348623157e+308,
         -1.7976931348623157e+308, 0.0, 3.0, -45.0, 180.0, 1e+300});
  check(nan_to_num(v, 1., 2., -3.), {0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e-320, 700.0, -700.0, 2.0,
                                     -3.0, 1.0, 3.0, -45.0, 180.0, 1e+300});
  using complex = std::complex<double>;
  const dtensor<complex, 1> z{{qnan, 2}, {3, -inf}, {-1, 0}};
  CHECK(array_equal(nan_to_num(z, 0.5, 7, -8), dtensor<complex, 1>{{0.5, 2}, {3, -8}, {-1, 0}}));
}

TEST_CASE("constants keep the digits of long double") {
  using number = long double;
  const number x = 1 / number(3), pi = 3.141592653589793238462643L;
  const dtensor<number, 1> a{x, 1.1L};
  const auto near = [](const auto& e, number expected) {
    const number error = eval(e).data()[0] - expected;
    return std::abs(error) <= 4 * std::numeric_limits<number>::epsilon() * std::abs(expected);
  };
  CHECK(near(deg2rad(a), x * pi / 180));
  CHECK(near(rad2deg(a), x * 180 / pi));
  CHECK(near(sinc(a), std::sin(pi * x) / (pi * x)));
  CHECK(near(i0(tensor{1.L}), 1.266065877752008335598L));
  CHECK(near(logaddexp(a, a), x + std::log(2.L)));
  CHECK(near(logaddexp2(a, tensor{0.1L}), std::log2(std::exp2(x) + std::exp2(0.1L))));
  CHECK(near(trapezoid(a[newaxis, _], 0.1L), 0.1L * (x + 1.1L) / 2));
  CHECK(near(gradient(a, 0.1L), (1.1L - x) / 0.1L));
  CHECK(near(cov(stack(_0, a, a)), (1.1L - x) * (1.1L - x) / 2));
}

TEST_CASE("integers") {
  const dtensor<int, 1> a{0, 1, -1, 12, -18, 7, 2147483647, -6, 100, 0, 35, 64};
  const dtensor<int, 1> b{0, 5, 8, 18, 27, -21, 3, -9, 75, 4, -14, 48};
  CHECK(array_equal(gcd(a, b), dtensor<int, 1>{0, 1, 1, 6, 9, 7, 1, 3, 25, 4, 7, 16}));
  CHECK(array_equal(lcm(a, b),
                    dtensor<int, 1>{0, 5, 8, 36, 54, 21, 2147483645, 18, 300, 0, 70, 192}));
  CHECK(array_equal(fmax(a, b), maximum(a, b)));
  CHECK(array_equal(fmin(a, b), minimum(a, b)));
  CHECK(array_equal(signbit(a), a < 0));
  CHECK(array_equal(nan_to_num(a), a));
  CHECK(array_equal(reciprocal(a), where(a == 1 || a == -1, a, 0)));
  STATIC_REQUIRE(std::same_as<typename decltype(sinc(a))::value_type, double>);
  STATIC_REQUIRE(std::same_as<typename decltype(logaddexp(a, b))::value_type, double>);
  STATIC_REQUIRE(std::same_as<typename decltype(signbit(a))::value_type, bool>);
  STATIC_REQUIRE(
      std::same_as<typename decltype(gcd(a, std::int64_t{4}))::value_type, std::int64_t>);
  STATIC_REQUIRE(array_equal(gcd(tensor{4, 6, -9}, 6), tensor{2, 6, 3}));
  STATIC_REQUIRE(array_equal(lcm(tensor{4, 6, -9}, 6), tensor{12, 6, 18}));
  constexpr int lowest = std::numeric_limits<int>::min();
  CHECK(eval(gcd(tensor{lowest}, 3))[0] == 1);
  CHECK(eval(gcd(tensor{std::uint8_t{200}}, tensor{std::uint8_t{75}}))[0] == 25);
}

TEST_CASE("floats stay floats, and operands are of any kind") {
  const auto f = cast<float>(v);
  STATIC_REQUIRE(std::same_as<typename decltype(sinc(f))::value_type, float>);
  STATIC_REQUIRE(std::same_as<typename decltype(logaddexp(f, 1.f))::value_type, float>);
  STATIC_REQUIRE(std::same_as<typename decltype(nan_to_num(f))::value_type, float>);
  CHECK(array_equal(nan_to_num(f)[range(9, 11)], tensor{std::numeric_limits<float>::max(),
                                                        std::numeric_limits<float>::lowest()}));
  CHECK(allclose(rad2deg(deg2rad(f[range(2, 8)])), f[range(2, 8)]));
  const dtensor<double, 2> m{{1, 2, 3}, {4, 5, 6}};
  CHECK(allclose(logaddexp(m, m[_0]), log(exp(m) + exp(m[_0]))));
  CHECK(allclose(logaddexp(m[rev(), rev()], 0.), log1p(exp(7. - m))));
  CHECK(array_equal(fmax(m, m[_, _1][_, newaxis]), maximum(m, m[_, _1][_, newaxis])));
  CHECK(allclose(reciprocal(m) * m, 1.));
  CHECK(eval(sinc(m[range(0, 0)])).size() == 0);
  using c = std::complex<double>;
  CHECK(allclose(reciprocal(tensor{c(0, 2)}), tensor{c(0, -0.5)}));
  // Far beyond the range of exp().
  CHECK(eval(logaddexp(tensor{1000.}, 1000.))[0] == 1000. + std::log(2.));
}

TEST_CASE("differences of higher orders are those of the differences") {
  const auto check = [](auto value, auto axis) {
    using T = decltype(value);
    tensor<T, dyn, dyn> a(9, 11);
    for (index i = 0; i < a.size(); ++i)
      a.data()[i] = static_cast<T>((i * i * 7 + i) % 23);
    auto expected = eval(a);
    for (index order = 1; order < 12; ++order) {
      expected = eval(diff(expected, axis));
      const auto d = diff(a, order, axis);
      CHECK(d.shape() == expected.shape());
      CHECK(array_equal(d, expected));
      CHECK(array_equal(diff(a * T(1), order, axis), expected));
    }
    const auto twice = diff(eval(diff(a, axis)), axis);
    CHECK(array_equal(diff(a, _2, axis), twice));
    CHECK(array_equal(diff(a[rev(), rev()], _3, axis),
                      diff(eval(diff(eval(diff(a[rev(), rev()], axis)), axis)), axis)));
  };
  check(0.f, _0);
  check(0., _1);
  check(0, _1);
  const tensor<bool, dyn> flags{true, false, false, true, true};
  CHECK(array_equal(diff(flags, 2), diff(eval(diff(flags)))));
  CHECK(array_equal(diff(flags, 3), diff(eval(diff(eval(diff(flags)))))));
}

TEST_CASE("polyval follows Horner's rule from 0 on") {
  const tensor<double, dyn> x{-2., 0., 0.5, 3., constants::inf};
  for (index n = 0; n < 11; ++n) {
    tensor<double, dyn> p(n);
    for (index i = 0; i < n; ++i)
      p[i] = static_cast<double>(i % 5) - 1.5;
    const auto y = polyval(p, x);
    for (index i = 0; i < x.size(); ++i) {
      double expected = 0;
      for (index k = 0; k < n; ++k)
        expected = expected * x[i] + p[k];
      INFO(n << ' ' << i);
      CHECK((y[i] == expected || (y[i] != y[i] && expected != expected)));
    }
  }
  CHECK(array_equal(polyval(tensor{1, 0, -2}, tensor{1, 2, 3}), tensor{-1, 2, 7}));
}
