// SPDX-License-Identifier: BSL-1.0
// Calls of the distributions: shapes, broadcast parameters, the state of the engine, extreme and
// wrong parameters; choice with options, shuffle, permuted, and the distributions of vectors.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

using namespace stria;
using stria::index;
using test::holds;

namespace {

inline constexpr dim batch{"batch"};
constexpr double inf = test::inf, qnan = test::qnan,
                 tiny = std::numeric_limits<double>::denorm_min(),
                 huge = std::numeric_limits<double>::max();

random::generator fresh() { return random::generator(42); }

template <class T> inline constexpr bool is_no_call = detail::is_refused<std::remove_cvref_t<T>>;
template <class T, class E> inline constexpr bool gives = std::same_as<std::remove_cvref_t<E>, T>;

} // namespace

TEST_CASE("parameters come first, then sizes as in zeros") {
  auto g = fresh();
  int n = 4;
  STATIC_REQUIRE(gives<tensor<double, dyn>, decltype(random::exponential(g, 2., n))>);
  STATIC_REQUIRE(gives<tensor<double, 3, dyn>, decltype(random::gamma(g, 2, 1.F, _3, n))>);
  STATIC_REQUIRE(gives<tensor<float, 3, 4>, decltype(random::beta<float, 3, 4>(g, 1., 2.))>);
  STATIC_REQUIRE(
      gives<tensor<double, batch, 3>, decltype(random::f<double, batch, 3>(g, 1, 2, n))>);
  STATIC_REQUIRE(gives<dtensor<index, 2>, decltype(random::poisson(g, 3, std::array{2, 3}))>);
  STATIC_REQUIRE(gives<tensor<double>, decltype(random::triangular(g, 0, 1, 2))>);
  STATIC_REQUIRE(
      gives<tensor<std::uint8_t, 5>, decltype(random::binomial<std::uint8_t>(g, 9, .5, _5))>);
  STATIC_REQUIRE(gives<tensor<double, 2>, decltype(random::standard_cauchy(g, _2))>);
  // An integer in the place of a parameter is a parameter, not a size.
  CHECK(test::shape(random::exponential(g, 2, 3)) == test::list<index>{3});
  CHECK(test::shape(random::gamma(g, 2, 3, 4, 5)) == test::list<index>{4, 5});
  CHECK(random::poisson(g, 3., 2, 0, 5).size() == 0);
  CHECK(random::poisson<int, 0>(g, 3.).size() == 0);
  const double one = random::laplace(g, 0., 1.);
  CHECK(std::isfinite(one));
  // Without further arguments, NumPy's defaults apply.
  CHECK(holds(random::exponential<double, 3>(fresh()),
              test::values(random::exponential(fresh(), 1, 3))));
  CHECK(
      holds(random::laplace<double, 3>(fresh()), test::values(random::laplace(fresh(), 0, 1, 3))));
  CHECK(holds(random::poisson<int, 3>(fresh()), test::values(random::poisson<int>(fresh(), 1, 3))));
  // A constant such as _9 is used as a number.
  CHECK(holds(random::binomial(fresh(), _9, .5, 3),
              test::values(random::binomial(fresh(), 9, .5, 3))));
  // Two names of one distribution.
  CHECK(holds(random::chisquare(fresh(), 3, 4), test::values(random::chi_square(fresh(), 3, 4))));
  CHECK(holds(random::standard_normal(fresh(), 4), test::values(random::normal(fresh(), 4))));
}

TEST_CASE("normal and uniform distinguish parameters from sizes by their types") {
  STATIC_REQUIRE(gives<dtensor<double, 2>, decltype(random::normal(fresh(), 2, 3))>);
  STATIC_REQUIRE(gives<dtensor<double, 2>, decltype(random::normal(fresh(), 2., 3, 4, 5))>);
  STATIC_REQUIRE(gives<dtensor<double, 1>, decltype(random::uniform(fresh(), 2, 3., 4))>);
  STATIC_REQUIRE(gives<tensor<double>, decltype(random::uniform(fresh(), 2., 3.))>);
  const auto z = random::normal(fresh(), 4), u = random::uniform(fresh(), 4);
  CHECK(test::near(random::normal(fresh(), 10., 3, 4), test::values(10. + 3. * z)));
  // np.random.Generator(np.random.Philox(key=[42, 0])).uniform(-1, 2, 3), bit for bit
  CHECK(holds(random::uniform(fresh(), -1., 2, 3),
              {0x1.75e98477e827ap+0, -0x1.baa32f73a69a6p-2, 0x1.9a5d0eb7d18ecp+0}));
  CHECK(test::near(random::uniform(fresh(), -1., 2, 4), test::values(3. * u - 1.)));
  CHECK(test::near(random::normal(fresh(), tensor{0., 100.}, 2),
                   test::values(tensor{0., 100.} + 2. * z[range(_, 2)])));
  CHECK(holds(random::normal(fresh(), 5., 0., 2), {5., 5.}));
}

TEST_CASE("parameters that are tensors and expressions broadcast") {
  auto g = fresh();
  const tensor<double, 3> lam{1., 100., 1e10};
  const tensor<int, 2, 1> n{{5}, {50}};
  STATIC_REQUIRE(gives<tensor<index, 3>, decltype(random::poisson(g, lam))>);
  STATIC_REQUIRE(gives<tensor<index, 2, 3>, decltype(random::binomial(g, n, lam))>);
  STATIC_REQUIRE(gives<tensor<double, 2, 3>, decltype(random::gamma(g, n, lam))>);
  STATIC_REQUIRE(gives<tensor<double, dyn, 3>, decltype(random::gamma(g, 2, lam, 4, _3))>);
  STATIC_REQUIRE(gives<tensor<index, dyn>, decltype(random::poisson(g, dtensor<float, 1>(3)))>);
  STATIC_REQUIRE(
      gives<tensor<int, batch>, decltype(random::poisson<int>(g, tensor<float, batch>(3)))>);
  STATIC_REQUIRE(gives<tensor<index>, decltype(random::poisson(g, tensor<float>()))>);

  // The same elements as separate calls in row-major order.
  auto a = fresh(), b = fresh();
  const auto both = random::gamma(a, n, lam);
  for (index i = 0; i < 2; ++i)
    for (index k = 0; k < 3; ++k)
      CHECK(double(both[i, k]) == double(random::gamma(b, n[i, _0], lam[k])));
  CHECK(a == b);
  const auto counts = random::binomial(a, reshape(arange(6), 2, 3), 0.5);
  for (index k = 0; k < 6; ++k)
    CHECK(index{ravel(counts)[k]} == index{random::binomial(b, k, 0.5)});
  CHECK(a == b);
  // Broadcast to sizes; one number is the same as a tensor of equal numbers.
  CHECK(holds(random::poisson(fresh(), full(7.5, 3), 4, 3),
              test::values(random::poisson(fresh(), 7.5, 4, 3))));
  CHECK(holds(random::poisson<index, 4, 3>(fresh(), full(7.5, 3)),
              test::values(random::poisson(fresh(), 7.5, 4, 3))));
  CHECK(holds(random::beta(fresh(), full(2, 5)[rev()], full(3., 1), 5),
              test::values(random::beta(fresh(), 2, 3, 5))));
  CHECK(holds(random::hypergeometric(fresh(), 30, full(70, 4), 20),
              test::values(random::hypergeometric(fresh(), 30, 70, 20, 4))));
  // Large counts are not converted to double.
  const index large = (index{1} << 62) + 1;
  CHECK(holds(random::binomial(g, full(large, 2), 1.), {large, large}));
  CHECK(holds(random::binomial(g, full(large, 2), tensor{0., 1.}), {0, large}));
  CHECK(random::poisson(g, dtensor<double, 2>(0, 3)).size() == 0);

  CHECK_THROWS_AS(random::poisson(g, lam, 3, 2), shape_error);
  CHECK_THROWS_AS(random::gamma(g, dtensor<double, 1>(3), dtensor<double, 1>(2)), shape_error);
  CHECK_THROWS_AS(random::poisson(g, lam, -1, 3), value_error);
  STATIC_REQUIRE(is_no_call<decltype(random::poisson(g, tensor<double, 2, 3>()))> == false);
  STATIC_REQUIRE(is_no_call<decltype(random::poisson(g, tensor<double, 2, 3>(), 3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::gamma(g, tensor<double, 2>(), tensor<double, 3>()))>);
}

TEST_CASE("one call draws the same numbers as several calls") {
  auto a = fresh(), b = fresh();
  const auto check = [&](const auto& at_once, auto one) {
    bool same = true;
    for (const auto& x : at_once.storage())
      same = same && test::same_number<std::remove_cvref_t<decltype(x)>>(x, one());
    CHECK(same);
    CHECK(a == b);
  };
  check(random::gamma(a, .5, 2., 100), [&] { return double(random::gamma(b, .5, 2.)); });
  check(random::poisson(a, 30, 100), [&] { return index{random::poisson(b, 30)}; });
  check(random::vonmises(a, 1, 2, 100), [&] { return double(random::vonmises(b, 1, 2)); });
  check(random::standard_exponential(a, 1000),
        [&] { return double(random::standard_exponential(b)); });
  check(random::beta<float>(a, .1, .2, 100), [&] { return float(random::beta<float>(b, .1, .2)); });
  // A float is a double rounded once.
  CHECK(holds(random::weibull<float>(fresh(), 2, 50),
              test::values(cast<float>(random::weibull(fresh(), 2, 50)))));
  // Nothing is drawn for refused calls and empty tensors.
  const auto before = a;
  CHECK_THROWS_AS(random::poisson(a, tensor{1., 2., -1.}), value_error);
  CHECK_THROWS_AS(random::gamma(a, 1., 1., -3), value_error);
  CHECK(random::poisson(a, 3, 0).size() == 0);
  CHECK(a == before);
}

TEST_CASE("constant expressions draw the same distributed numbers") {
  constexpr auto e = random::exponential(random::generator(42), 2., _5);
  constexpr auto l = random::lognormal<float>(random::generator(42), 0., 1., _5);
  constexpr auto y = random::gamma<double, 5>(random::generator(42), .4, 1.);
  constexpr auto p = random::poisson(random::generator(42), 50., _5);
  constexpr auto b = random::binomial(random::generator(42), 100, .5, _5);
  constexpr auto v = random::vonmises(random::generator(42), 0., 2., _5);
  constexpr auto s = random::permuted(random::generator(42), tensor{1, 2, 3, 4, 5});
  constexpr auto c = random::choice(random::generator(42), tensor{1, 2, 3}, _2, tensor{.5, .2, .3},
                                    random::without_replacement);
  CHECK(holds(e, test::values(random::exponential(fresh(), 2., 5))));
  CHECK(holds(l, test::values(random::lognormal<float>(fresh(), 0., 1., 5))));
  CHECK(holds(y, test::values(random::gamma(fresh(), .4, 1., 5))));
  CHECK(holds(p, test::values(random::poisson(fresh(), 50., 5))));
  CHECK(holds(b, test::values(random::binomial(fresh(), 100, .5, 5))));
  CHECK(holds(v, test::values(random::vonmises(fresh(), 0., 2., 5))));
  CHECK(holds(s, test::values(random::permuted(fresh(), tensor{1, 2, 3, 4, 5}))));
  CHECK(holds(c, test::values(random::choice(fresh(), tensor{1, 2, 3}, _2, tensor{.5, .2, .3},
                                             random::without_replacement))));
}

TEST_CASE("the functions used by the draws") {
  using detail::strict;
  const auto close = [](strict got, double wanted, double units) {
    return std::abs(got.value - wanted) <= units * 0x1p-52 * std::abs(wanted);
  };
  double x = 0x1p-1010;
  for (int k = 0; k < 4000; ++k, x *= 1.4567) {
    if (!(x < 1e308))
      x = 1e-300;
    CHECK(close(detail::logarithm(x), std::log(x), 2));
    CHECK(close(detail::square_root(x), std::sqrt(x), 0));
    CHECK(close(detail::arc_tangent(x), std::atan(x), 4));
    if (x < 700) {
      CHECK(close(detail::exponential(x), std::exp(x), 2 + x / 50));
      CHECK(close(detail::exponential(-x), std::exp(-x), 2 + x / 50));
      CHECK(close(detail::exponential_minus_1(x), std::expm1(x), 3 + x / 50));
      CHECK(close(detail::logarithm_plus_1(x), std::log1p(x), 3));
    }
    if (x < 1) {
      CHECK(close(detail::logarithm_plus_1(-x), std::log1p(-x), 4));
      CHECK(close(detail::arc_cosine(x), std::acos(x), 4));
      const long double d = x;
      if (x > 1e-3)
        CHECK(close(detail::deviance(x), static_cast<double>((1 + d) * std::log1p(d) - d), 40));
    }
  }
  for (double root : {2., 3., 1e300, 1e-300, 0.25, 1.7976931348623157e308})
    CHECK(close(detail::square_root(root), std::sqrt(root), 0));
  STATIC_REQUIRE(detail::square_root(2.).value == 0x1.6a09e667f3bcdp+0);
  STATIC_REQUIRE(detail::square_root(0x1p-1022).value == 0x1p-511);
  STATIC_REQUIRE(detail::square_root(9e200).value == 3e100);
  CHECK(detail::exponential(1000.).value == inf);
  CHECK(detail::exponential(-1000.).value == 0);
  CHECK(detail::logarithm(0.).value == -inf);
  for (int k = 1; k < 40; ++k) {
    const long double n = k, pi = std::acos(-1.0L);
    const auto wanted =
        static_cast<double>(std::lgamma(n + 1) - (n * std::log(n) - n + std::log(2 * pi * n) / 2));
    CHECK(std::abs(detail::stirling_rest(k).value - wanted) < 2e-14);
  }
}

TEST_CASE("extreme parameters give a number") {
  auto g = fresh();
  const index n = 200, most = std::numeric_limits<index>::max();
  // Parameters and probabilities that are 0, and probabilities that are 1.
  CHECK(holds(random::exponential(g, 0, 2), {0., 0.}));
  CHECK(holds(random::gamma(g, 0, 5, 2), {0., 0.}));
  CHECK(holds(random::gamma(g, 2, 0, 2), {0., 0.}));
  CHECK(holds(random::standard_gamma(g, 0, 2), {0., 0.}));
  CHECK(holds(random::weibull(g, 0, 2), {0., 0.}));
  CHECK(holds(random::rayleigh(g, 0., 2), {0., 0.}));
  CHECK(holds(random::laplace(g, 3, 0, 2), {3., 3.}));
  CHECK(holds(random::lognormal(g, 0, 0, 2), {1., 1.}));
  CHECK(holds(random::poisson(g, 0, 2), {0, 0}));
  CHECK(holds(random::binomial(g, 0, .5, 2), {0, 0}));
  CHECK(holds(random::binomial(g, 9, 0, 2), {0, 0}));
  CHECK(holds(random::binomial(g, 9, 1, 2), {9, 9}));
  CHECK(holds(random::binomial(g, most, 1, 2), {most, most}));
  CHECK(holds(random::geometric(g, 1, 2), {1, 1}));
  CHECK(holds(random::negative_binomial(g, 5, 1, 2), {0, 0}));
  CHECK(holds(random::hypergeometric(g, 0, 9, 5, 2), {0, 0}));
  CHECK(holds(random::hypergeometric(g, 9, 0, 5, 2), {5, 5}));
  CHECK(holds(random::hypergeometric(g, 4, 9, 13, 2), {4, 4}));
  CHECK(holds(random::hypergeometric(g, 40, 90, 130, 2), {40, 40}));
  CHECK(holds(random::hypergeometric(g, 4, 9, 0, 2), {0, 0}));
  CHECK(holds(random::hypergeometric(g, 0, 0, 0, 2), {0, 0}));
  CHECK(holds(random::vonmises(g, 1e300, 1e300, 2),
              test::values(random::vonmises(g, 1e300, 1e300, 2))));
  // Tiny parameters.
  for (double a : {tiny, 1e-308, 1e-300, 1e-20}) {
    CHECK(holds(random::standard_gamma(g, a, 2), {0., 0.}));
    const auto b = random::beta(g, a, a, n);
    CHECK(all_of(b == 0. || b == 1.));
    CHECK((any(b == 0.) && any(b == 1.)));
    CHECK(all_of(random::power(g, a, n) == 0.));
    CHECK(none_of(isnan(random::standard_t(g, a, n))));
    CHECK(none_of(isnan(random::f(g, a, huge, n))));
    CHECK(none_of(isnan(random::f(g, huge, a, n))));
    CHECK(none_of(isnan(random::f(g, a, 1, n))));
    CHECK(none_of(isnan(random::f(g, 1, a, n))));
    CHECK(none_of(isnan(random::pareto(g, a, n))));
    CHECK(none_of(isnan(random::weibull(g, a, n))));
    CHECK(all_of(random::exponential(g, a, n) >= 0.));
    CHECK(all_of(random::poisson(g, a, n) == index{0}));
    CHECK(all_of(random::binomial(g, 100, a, n) == index{0}));
    CHECK(all_of(random::geometric(g, a, n) >= (index{1} << 50)));
    CHECK(all_of(random::negative_binomial(g, a, .5, n) == index{0}));
    CHECK(all_of(abs(random::vonmises(g, 1, a, n)) <= 3.1415926535897936));
    const auto d = random::dirichlet(g, tensor{a, a, a}, n);
    CHECK(all_of(sum(d, _1) == 1.));
  }
  CHECK(holds(random::geometric<std::int8_t>(g, 1e-9, 2), {127, 127}));
  CHECK(holds(random::geometric(g, 1e-300, 2), {most, most}));
  // Huge parameters.
  for (double a : {1e18, 1e300, huge}) {
    CHECK(all_of(isfinite(random::exponential(g, a / 64, n))));
    CHECK(test::near(random::standard_gamma(g, a, 2) / a, {1., 1.}) == (a > 1e40));
    CHECK(all_of(abs(random::beta(g, a, a, n) - .5) < 1e-8));
    CHECK(all_of(isfinite(random::standard_t(g, a, n))));
    CHECK(all_of(abs(random::f(g, a, a, n) - 1.) < 1e-7));
    CHECK(all_of(abs(random::vonmises(g, 0, a, n)) < 1e-7));
    CHECK(all_of(random::power(g, a, n) > .99));
    CHECK(none_of(isnan(random::lognormal(g, a, 1, n))));
    CHECK(none_of(isnan(random::chi_square(g, a, n))));
    CHECK(none_of(isnan(random::dirichlet(g, tensor{a, a, 1.}, n))));
    CHECK(none_of(isnan(random::triangular(g, 0, a / 2, a, n))));
    CHECK(none_of(isnan(random::gumbel(g, a / 4, a / 64, n))));
  }
  const auto large = random::poisson(g, 9.223372006e18, n);
  CHECK(all_of(large > index{9'223'371'000'000'000'000}));
  CHECK(all_of(random::binomial(g, most, .5, n) > most / 2 - 20'000'000'000));
  CHECK(all_of(random::binomial(g, most, 1e-300, n) == index{0}));
  CHECK(all_of(random::negative_binomial(g, 1e6, 1e-12, n) > index{900'000'000'000'000'000}));
  CHECK(all_of(random::poisson<std::int8_t>(g, 50., 10'000) > 0));
}

TEST_CASE("wrong parameters are value errors before anything is drawn") {
  auto g = fresh();
#define STRIA_REFUSES(...) CHECK_THROWS_AS(__VA_ARGS__, value_error)
  for (double bad : {qnan, inf, -inf, -1.}) {
    STRIA_REFUSES(random::exponential(g, bad, 2));
    STRIA_REFUSES(random::standard_gamma(g, bad, 2));
    STRIA_REFUSES(random::gamma(g, bad, 1, 2));
    STRIA_REFUSES(random::gamma(g, 1, bad, 2));
    STRIA_REFUSES(random::beta(g, bad, 1, 2));
    STRIA_REFUSES(random::beta(g, 1, bad, 2));
    STRIA_REFUSES(random::chi_square(g, bad, 2));
    STRIA_REFUSES(random::f(g, bad, 1, 2));
    STRIA_REFUSES(random::f(g, 1, bad, 2));
    STRIA_REFUSES(random::standard_t(g, bad, 2));
    STRIA_REFUSES(random::normal(g, 0., bad, 2));
    STRIA_REFUSES(random::lognormal(g, 0, bad, 2));
    STRIA_REFUSES(random::laplace(g, 0, bad, 2));
    STRIA_REFUSES(random::logistic(g, 0, bad, 2));
    STRIA_REFUSES(random::gumbel(g, 0, bad, 2));
    STRIA_REFUSES(random::weibull(g, bad, 2));
    STRIA_REFUSES(random::pareto(g, bad, 2));
    STRIA_REFUSES(random::power(g, bad, 2));
    STRIA_REFUSES(random::rayleigh(g, bad, 2));
    STRIA_REFUSES(random::vonmises(g, 0, bad, 2));
    STRIA_REFUSES(random::poisson(g, bad, 2));
    STRIA_REFUSES(random::poisson(g, tensor{1., bad}));
    STRIA_REFUSES(random::binomial(g, bad, .5, 2));
    STRIA_REFUSES(random::binomial(g, 5, bad, 2));
    STRIA_REFUSES(random::geometric(g, bad, 2));
    STRIA_REFUSES(random::negative_binomial(g, bad, .5, 2));
    STRIA_REFUSES(random::negative_binomial(g, 5, bad, 2));
    STRIA_REFUSES(random::hypergeometric(g, bad, 5, 2, 2));
    STRIA_REFUSES(random::dirichlet(g, tensor{1., bad}, 2));
    STRIA_REFUSES(random::multinomial(g, 5, tensor{.1, bad}, 2));
  }
  for (double bad : {qnan, inf, -inf}) {
    STRIA_REFUSES(random::normal(g, bad, 1, 2));
    STRIA_REFUSES(random::uniform(g, bad, 1, 2));
    STRIA_REFUSES(random::uniform(g, 0, bad, 2));
    STRIA_REFUSES(random::laplace(g, bad, 1, 2));
    STRIA_REFUSES(random::vonmises(g, bad, 1, 2));
    STRIA_REFUSES(random::triangular(g, bad, 1, 2));
  }
  STRIA_REFUSES(random::beta(g, 0, 1, 2));
  STRIA_REFUSES(random::chi_square(g, 0, 2));
  STRIA_REFUSES(random::standard_t(g, 0, 2));
  STRIA_REFUSES(random::pareto(g, 0, 2));
  STRIA_REFUSES(random::power(g, 0, 2));
  STRIA_REFUSES(random::geometric(g, 0, 2));
  STRIA_REFUSES(random::geometric(g, 1.5, 2));
  STRIA_REFUSES(random::binomial(g, 5, 1.5, 2));
  STRIA_REFUSES(random::binomial(g, 0x1p63, .5, 2));
  STRIA_REFUSES(random::binomial(g, std::uint64_t{1} << 63U, .5, 2));
  STRIA_REFUSES(random::binomial<std::int8_t>(g, 128, .5, 2));
  STRIA_REFUSES(random::multinomial<std::int8_t>(g, 128, tensor{.5, .5}, 2));
  STRIA_REFUSES(random::hypergeometric(g, 5, 5, 11, 2));
  STRIA_REFUSES(random::hypergeometric<std::int8_t>(g, 500, 5, 200, 2));
  STRIA_REFUSES(random::poisson(g, 1e19, 2));
  STRIA_REFUSES(random::poisson<std::int8_t>(g, 100, 2));
  STRIA_REFUSES(random::negative_binomial(g, 1e18, .01, 2));
  STRIA_REFUSES(random::negative_binomial(g, 1, tiny, 2));
  STRIA_REFUSES(random::negative_binomial<std::uint8_t>(g, 100, .1, 2));
  STRIA_REFUSES(random::uniform(g, 2., 1., 2));
  STRIA_REFUSES(random::uniform(g, -huge, huge, 2));
  STRIA_REFUSES(random::triangular(g, 0, 0, 0, 2));
  STRIA_REFUSES(random::triangular(g, 1, 0, 2, 2));
  STRIA_REFUSES(random::triangular(g, 0, 3, 2, 2));
  STRIA_REFUSES(random::dirichlet(g, tensor{1., 0.}, 2));
  STRIA_REFUSES(random::multinomial(g, 5, tensor{.6, .6, .1}, 2));
  STRIA_REFUSES(random::multinomial(g, -5, tensor{.5, .5}, 2));
#undef STRIA_REFUSES
  CHECK_THROWS_WITH(random::gamma(g, -1, 1, 2),
                    "stria: random::gamma: shape must be a finite number, 0 or more");
  CHECK(g == fresh());

  // Errors that the compiler can see.
  STATIC_REQUIRE(is_no_call<decltype(random::laplace(g, 100))>);
  STATIC_REQUIRE(is_no_call<decltype(random::gamma(g))>);
  STATIC_REQUIRE(is_no_call<decltype(random::gamma(g, 1., std::string()))>);
  STATIC_REQUIRE(is_no_call<decltype(random::gamma(g, 1., 2., 3.))>);
  STATIC_REQUIRE(is_no_call<decltype(random::gamma(g, 1., 2., -_3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::gamma<int>(g, 1., 2., 3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::poisson<float>(g, 1., 3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::poisson<bool>(g, 1., 3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::poisson(1., 3))>);
  STATIC_REQUIRE(
      is_no_call<decltype(random::poisson(std::declval<const random::generator&>(), 1., 3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::poisson(g, tensor<std::string, 2>()))>);
  STATIC_REQUIRE(is_no_call<decltype(random::dirichlet(g, 1., 3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::multinomial(g, 5, .5))>);
  STATIC_REQUIRE(
      is_no_call<decltype(random::multivariate_normal(g, tensor{1., 2.}, tensor{1., 2.}))>);
}

TEST_CASE("vectors of a distribution are along the last axis") {
  auto g = fresh();
  const tensor alpha{1., 2., 3.};
  const tensor p{.2, .3, .5};
  STATIC_REQUIRE(gives<tensor<double, 3>, decltype(random::dirichlet(g, alpha))>);
  STATIC_REQUIRE(
      gives<tensor<float, dyn, 4, 3>, decltype(random::dirichlet<float>(g, alpha, 2, _4))>);
  STATIC_REQUIRE(gives<tensor<index, 3>, decltype(random::multinomial(g, 5, p))>);
  STATIC_REQUIRE(gives<tensor<int, 4, 3>, decltype(random::multinomial<int, 4>(g, 5, p))>);
  STATIC_REQUIRE(gives<tensor<double, dyn, dyn>,
                       decltype(random::multivariate_normal(g, zeros(3), eye(3), 5))>);
  CHECK(test::shape(random::dirichlet(g, alpha * 2., std::array{2, 5})) ==
        test::list<index>{2, 5, 3});
  CHECK(test::shape(random::multinomial(g, 5, p, 0)) == test::list<index>{0, 3});
  CHECK(random::dirichlet(g, dtensor<double, 1>(0), 4).size() == 0);
  CHECK(holds(random::dirichlet(g, tensor{7.}, 2), {1., 1.}));
  CHECK(all_of(sum(random::multinomial(g, 50, p, 100), _1) == index{50}));
  CHECK(holds(random::multinomial(g, 9, tensor{0., 1., 0.}), {0, 9, 0}));
  // The last probability is the remainder.
  CHECK(holds(random::multinomial(g, 9, tensor{0., .0, .3}), {0, 0, 9}));
  CHECK(holds(random::multinomial(g, 0, p), {0, 0, 0}));
  CHECK(holds(random::multinomial(g, 9, tensor{1, 0}[rev()]), {0, 9}));
  CHECK_THROWS_AS(random::multinomial(g, 3, dtensor<double, 1>(0)), value_error);

  // A singular covariance, a zero covariance, and an impossible one.
  const auto x = random::multivariate_normal(g, tensor{0., 10.}, tensor{{4., 2.}, {2., 1.}}, 50);
  CHECK(max(abs(x[_, 0] - 2. * (x[_, 1] - 10.))) < 1e-12);
  CHECK(holds(random::multivariate_normal(g, tensor{3, 4}, zeros(2, 2)), {3., 4.}));
  const auto far =
      random::multivariate_normal(g, tensor{0., 0.}, tensor{{1e20, 0.}, {0., 1e-20}}, 100);
  CHECK((max(abs(far[_, 1])) > 1e-11 && max(abs(far[_, 1])) < 1e-9 && max(abs(far[_, 0])) > 1e9));
  const tensor m{0., 0.};
  CHECK_THROWS_AS(random::multivariate_normal(g, m, tensor{{1., 2.}, {2., 1.}}), value_error);
  CHECK_THROWS_AS(random::multivariate_normal(g, m, tensor{{1., .5}, {.4, 1.}}), value_error);
  CHECK_THROWS_AS(random::multivariate_normal(g, m, tensor{{-1., 0.}, {0., 1.}}), value_error);
  CHECK_THROWS_AS(random::multivariate_normal(g, m, tensor{{0., 1.}, {1., 1.}}), value_error);
  CHECK_THROWS_AS(random::multivariate_normal(g, m, tensor{{1., qnan}, {qnan, 1.}}), value_error);
  const tensor steep{{1e-300, 0., 1e300}, {0., 1e-300, 0.}, {1e300, 0., 1e-301}};
  CHECK_THROWS_AS(random::multivariate_normal(g, tensor{0., 0., 0.}, steep), value_error);
  CHECK_THROWS_AS(random::multivariate_normal(g, tensor{0., inf}, eye(2)), value_error);
  CHECK_THROWS_AS(random::multivariate_normal(g, m, eye(3)), shape_error);
}

TEST_CASE("shuffle, permutation and permuted keep every element") {
  const auto t = reshape(arange(24), 4, 3, 2);
  // Equal to a subscript with the same permutation.
  CHECK(holds(random::permutation(fresh(), t), test::values(t[random::permutation(fresh(), 4)])));
  CHECK(holds(random::permutation(fresh(), t, _1),
              test::values(t[_, random::permutation(fresh(), 3)])));
  CHECK(holds(random::permutation(fresh(), t, -_3),
              test::values(t[random::permutation(fresh(), 4)])));
  STATIC_REQUIRE(
      gives<tensor<int, 3>, decltype(random::permutation(fresh(), tensor{1, 2, 3} * 2))>);

  auto a = eval(t);
  random::shuffle(fresh(), a);
  CHECK(holds(a, test::values(random::permutation(fresh(), t))));
  a = t;
  random::shuffle(fresh(), a[_, _, 1], _1); // in place, through a view
  CHECK(holds(a[_, _, 0], test::values(t[_, _, 0])));
  CHECK(holds(a[_, _, 1], test::values(random::permutation(fresh(), t[_, _, 1], _1))));
  a = t;
  const auto backwards = a[rev()];
  random::shuffle(fresh(), backwards, -_3);
  CHECK(holds(a, test::values(eval(random::permutation(fresh(), t[rev()]))[rev()])));
  tensor<std::string, 3> words{"a", "b", "c"};
  auto g = fresh();
  random::shuffle(g, words);
  std::ranges::sort(words.storage());
  CHECK((words[0] == "a" && words[1] == "b" && words[2] == "c"));
  dtensor<int, 2> empty(0, 3), narrow(3, 0);
  random::shuffle(g, empty);
  random::shuffle(g, narrow, _1);
  CHECK((empty.size() == 0 && random::permuted(g, narrow, _0).size() == 0));

  const auto whole = random::permuted(fresh(), t);
  CHECK(test::shape(whole) == test::list<index>{4, 3, 2});
  CHECK(holds(sort(ravel(whole)), test::values(arange(24))));
  for (index i = 0; i < 4; ++i)
    CHECK(holds(sort(ravel(random::permuted(fresh(), t, _1)[i])), test::values(ravel(t[i]))));
  const auto rows = random::permuted(fresh(), t, -_2);
  CHECK(holds(sort(rows, _1), test::values(t)));
  CHECK(holds(sort(random::permuted(fresh(), t, _0), _0), test::values(t)));
  CHECK(!all_of(rows == t));
  CHECK(int(random::permuted(fresh(), tensor<int, 1>{7})[0]) == 7);

  tensor<double, 3> d;
  const tensor<double, 3> fixed;
  STATIC_REQUIRE(is_no_call<decltype(random::shuffle(g, fixed))>);
  STATIC_REQUIRE(is_no_call<decltype(random::shuffle(g, fixed[range(_, 2)]))>);
  STATIC_REQUIRE(is_no_call<decltype(random::shuffle(g, d + 1.))>);
  STATIC_REQUIRE(is_no_call<decltype(random::shuffle(g, tensor<double, 3>()))>);
  STATIC_REQUIRE(is_no_call<decltype(random::shuffle(g, d, _1))>);
  STATIC_REQUIRE(is_no_call<decltype(random::shuffle(g, d, 0))>);
  STATIC_REQUIRE(is_no_call<decltype(random::shuffle(1, d))>);
  STATIC_REQUIRE(is_no_call<decltype(random::permuted(g, 7))>);
  STATIC_REQUIRE(is_no_call<decltype(random::permuted(g, d, _0, _0))>);
  STATIC_REQUIRE(is_no_call<decltype(random::permutation(g, d, _1))>);
  STATIC_REQUIRE(is_no_call<decltype(random::permutation(g, 2.5))>);
  STATIC_REQUIRE(is_no_call<decltype(random::permutation(g, tensor<int>()))>);
}

TEST_CASE("choice with options") {
  auto g = fresh();
  const auto a = arange(10);
  const tensor<double, 4> p{.1, .2, .3, .4};
  // np.random.Generator(np.random.Philox(key=[42, 0])).choice(4, 8, p=[.1, .2, .3, .4])
  CHECK(holds(random::choice(fresh(), arange(4), 8, p), {3, 1, 3, 2, 2, 2, 1, 0}));
  CHECK(holds(random::choice(fresh(), arange(4), p, 8), {3, 1, 3, 2, 2, 2, 1, 0}));
  STATIC_REQUIRE(
      gives<tensor<int, 3>, decltype(random::choice(g, a, _3, random::without_replacement))>);
  STATIC_REQUIRE(gives<tensor<int, dyn, 2>, decltype(random::choice(g, a, 3, random::replace(false),
                                                                    full(.1, 10), _2))>);
  STATIC_REQUIRE(gives<tensor<int>, decltype(random::choice(g, arange(4), p))>);
  CHECK(holds(sort(random::choice(g, a, 10, random::replace(false))), test::values(a)));
  CHECK(unique(random::choice(g, a, 2, 3, random::without_replacement)).size() == 6);
  CHECK(holds(random::choice(fresh(), a, 6, random::replace(true)),
              test::values(random::choice(fresh(), a, 6))));
  // Elements without probability are never chosen; all others are.
  CHECK(holds(unique(random::choice(g, arange(4), 200, tensor{0., .5, 0., .5})), {1, 3}));
  CHECK(holds(sort(random::choice(g, arange(4), 2, tensor{0., .5, 0., .5}, random::replace(false))),
              {1, 3}));
  CHECK(holds(random::choice(g, arange(4), 3, tensor{0, 0, 1, 0}), {2, 2, 2}));
  CHECK(test::shape(random::choice(g, reshape(a, 5, 2), 3, full(.2, 5),
                                   random::without_replacement)) == test::list<index>{3, 2});
  CHECK(random::choice(g, dtensor<int, 1>(0), 0, random::without_replacement).size() == 0);

  CHECK_THROWS_AS(random::choice(g, a, 11, random::replace(false)), value_error);
  CHECK_THROWS_AS(random::choice(g, dtensor<int, 1>(0), 1, random::replace(false)), value_error);
  CHECK_THROWS_AS(random::choice(g, arange(4), 3, tensor{0., .5, 0., .5}, random::replace(false)),
                  value_error);
  CHECK_THROWS_AS(random::choice(g, arange(4), 3, tensor{.1, .2, .3, .3}), value_error);
  CHECK_THROWS_AS(random::choice(g, arange(4), 3, tensor{.1, .2, -.1, .8}), value_error);
  CHECK_THROWS_AS(random::choice(g, arange(4), 3, tensor{.1, .2, qnan, .7}), value_error);
  CHECK_THROWS_AS(random::choice(g, arange(5), 3, p), shape_error);
  CHECK_THROWS_AS(random::choice(g, arange(4), -1, p), value_error);
  STATIC_REQUIRE(is_no_call<decltype(random::choice(g, a, 3, p, p))>);
  STATIC_REQUIRE(is_no_call<decltype(random::choice(g, a, 3, false, random::replace(true)))>);
  STATIC_REQUIRE(is_no_call<decltype(random::choice(g, 2.5, 3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::choice(g, tensor<int>(), 3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::choice(g, 4, -_3))>);
  STATIC_REQUIRE(is_no_call<decltype(random::choice(g, a, 3, tensor<double, 5, 2>()))>);
  STATIC_REQUIRE(is_no_call<decltype(random::choice(g, a, 3.5, p))>);
  STATIC_REQUIRE(is_no_call<decltype(random::choice(1, a, 3, p))>);
}

TEST_CASE("choice from 0, 1, ..., n - 1, as in NumPy") {
  auto g = fresh();
  const tensor<double, 4> p{.1, .2, .3, .4};
  STATIC_REQUIRE(gives<tensor<index, dyn>, decltype(random::choice(g, 10, 3))>);
  STATIC_REQUIRE(gives<tensor<index, dyn, 4>, decltype(random::choice(g, 10_c, 3, _4))>);
  STATIC_REQUIRE(gives<tensor<index>, decltype(random::choice(g, std::uint8_t{7}))>);
  STATIC_REQUIRE(gives<dtensor<index, 2>, decltype(random::choice(g, 7, std::array{2, 3}, false))>);
  CHECK(holds(random::choice(fresh(), 10, 3, 4),
              test::values(random::choice(fresh(), arange<index>(10), 3, 4))));
  // np.random.Generator(np.random.Philox(key=[42, 0])).choice(4, 8, p=[.1, .2, .3, .4])
  CHECK(holds(random::choice(fresh(), 4, 8, p), {3, 1, 3, 2, 2, 2, 1, 0}));
  CHECK(holds(random::choice(fresh(), 4, 8, true, p), {3, 1, 3, 2, 2, 2, 1, 0}));
  CHECK(
      holds(random::choice(fresh(), 4, 3, false, p),
            test::values(random::choice(fresh(), arange<index>(4), 3, p, random::replace(false)))));
  CHECK(holds(random::choice(fresh(), arange<index>(9), 5, false),
              test::values(random::choice(fresh(), 9, 5, random::without_replacement))));
  CHECK(holds(sort(random::choice(g, 50, 50, false)), test::values(arange<index>(50))));
  CHECK(random::choice(g, 0, 0).size() == 0);

  // Choosing a few of many needs memory only for the few, and gives the first elements of a full
  // permutation.
  for (index n : {100, 1000, 5000}) {
    auto a = fresh(), b = fresh();
    const auto whole = random::choice(a, n, n, false);
    const auto few = random::choice(b, n, n / 20, false);
    CHECK(holds(few, test::values(whole[range(_, n / 20)])));
  }
  const auto wide = random::choice(g, std::numeric_limits<index>::max(), 5000, false);
  CHECK(all_of(wide >= index{0}));
  CHECK(unique(wide).size() == 5000);
  CHECK(mean(cast<double>(wide)) == Catch::Detail::Approx(0x1p62).epsilon(.05));

  CHECK_THROWS_AS(random::choice(g, 3, 4, false), value_error);
  CHECK_THROWS_AS(random::choice(g, 0, 1), value_error);
  CHECK_THROWS_AS(random::choice(g, -3, 1), value_error);
  CHECK_THROWS_AS(random::choice(g, 3, -1), value_error);
  CHECK_THROWS_AS(random::choice(g, 5, 2, p), shape_error);
  CHECK_THROWS_AS(random::choice(g, 3, 4, tensor{1., 0., 0.}, false), value_error);
}

TEST_CASE("impossible sizes are refused") {
  auto g = fresh();
  const index most = std::numeric_limits<index>::max();
  CHECK_THROWS_AS(random::gamma(g, 1., 1., most, most), value_error);
  CHECK_THROWS_AS(random::poisson(g, 1., most, 2), value_error);
  CHECK_THROWS_AS(random::poisson(g, tensor{1., 2.}, most, 2), value_error);
  CHECK_THROWS_AS(random::dirichlet(g, tensor{1., 2.}, most), value_error);
  CHECK_THROWS_AS(random::multinomial(g, 3, tensor{.5, .5}, most), value_error);
  CHECK_THROWS_AS(random::multivariate_normal(g, tensor{1., 2.}, eye(2), most), value_error);
  CHECK_THROWS_AS(random::choice(g, 10, most, most), value_error);
  CHECK_THROWS_AS(random::choice(g, 10, most, most, false), value_error);
  CHECK_THROWS_AS(random::choice(g, 2, most, 2, tensor{.5, .5}), value_error);
  CHECK_THROWS_AS(random::normal(g, 0., 1., most, 3), value_error);
  CHECK(g == fresh());
}
