// SPDX-License-Identifier: BSL-1.0
// Quantiles by each method, for one q and for a tensor of them; var by correction; sums in a given
// type.
#include "../recorded_quantile.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace stria;

namespace {

const test::record known(recorded_quantile);
const auto a = known.input<2>("a");
const auto b = known.input<1>("b");
const auto i = known.input<2, int>("i");
const auto n = known.input<1>("n");
const auto q = known.input<1>("q");

} // namespace

TEST_CASE("quantiles by each method") {
  using enum percentile_method;
  const std::pair<const char*, percentile_method> methods[] = {
      {"linear", linear},
      {"lower", lower},
      {"higher", higher},
      {"nearest", nearest},
      {"midpoint", midpoint},
      {"inverted_cdf", inverted_cdf},
      {"averaged_inverted_cdf", averaged_inverted_cdf},
      {"closest_observation", closest_observation},
      {"interpolated_inverted_cdf", interpolated_inverted_cdf},
      {"hazen", hazen},
      {"weibull", weibull},
      {"median_unbiased", median_unbiased},
      {"normal_unbiased", normal_unbiased}};
  for (const auto& [name, method] : methods) {
    auto p = q;
    if (method == closest_observation)
      p(6) -= 0.01;
    known.check(std::string("b ") + name, quantile(b, p, method));
    for (index k = 0; k < p.size(); ++k)
      CHECK(quantile(b, p(k), method) == eval(quantile(b, p, method))(k));
    known.check(std::string("a 1 ") + name, percentile(a, 35, _1, method));
    known.check(std::string("a 0 ") + name, percentile(a, 80, method, _0));
    known.check(std::string("a 0 ") + name, percentile(a, 80, name, _0));
    known.check(std::string("a 1 ") + name, nanpercentile(a, 35, _1, name));
    known.check(std::string("b ") + name, quantile(b, p, name));
  }
  // Half-way between two elements, the result is the one with the even index, as in NumPy 2.1.
  CHECK(quantile(tensor{1., 2., 3., 4., 5., 6.}, 0.25, closest_observation) == 2);
  CHECK(quantile(tensor{1., 2.}, 0.75, closest_observation) == 2);
}

TEST_CASE("a tensor of q") {
  known.check("a list 0", quantile(a, q, _0));
  known.check("a list 1", percentile(a, tensor{20, 50}, _1));
  known.check("a keep", percentile(a, tensor{20., 50.}, -_1, keepdims));
  known.check("a matrix", percentile(a, tensor{{20., 50.}, {0., 100.}}, _0, _1));
  known.check("i 0", quantile(i, 0.3, _0));
  known.check("i list", quantile(i, tensor{0.3, 0.6}));
  known.check("n", quantile(n, tensor{0.3, 0.6}));
  known.check("reversed", quantile(a[rev(), range(_, _, -2)], tensor{0.3, 0.6}, _1));
  CHECK(known.unused() == std::vector<std::string>());
  CHECK(array_equal(quantile(a, q / 2., _0), quantile(a + 0., eval(q / 2.), _0)));
  CHECK(array_equal(quantile(a, q, _1)[2], quantile(a, 0.25, _1)));
  CHECK(eval(quantile(a, tensor<double>(0.25), _1)).shape() == std::array<index, 1>{3});
  STATIC_REQUIRE(decltype(quantile(tensor<float, 2, 3>(), tensor{.1, .2, .3, .4}, _0))::extents ==
                 tensor<float, 4, 3>::extents);
  STATIC_REQUIRE(std::same_as<decltype(quantile(tensor<float, 2, 3>(), .5)), float>);
  STATIC_REQUIRE(quantile(tensor{1., 3., 2.}, .5) == 2);
  const dtensor<double, 2> none(0, 3);
  CHECK(eval(quantile(none, tensor{.5}, _1)).size() == 0);
  CHECK(eval(quantile(a, dtensor<double, 1>(0), _1)).size() == 0);
  CHECK_THROWS_AS(eval(quantile(none, tensor{.5}, _0)), value_error);
  CHECK_THROWS_WITH(quantile(a, 1.01), "stria: quantile: q must be between 0 and 1");
  CHECK_THROWS_AS(quantile(a, tensor{0.5, -0.1}, _0), value_error);
  CHECK_THROWS_AS(percentile(a, tensor{50., qnan}), value_error);
  CHECK_THROWS_AS(percentile(a, 50, "lineal"), value_error);
  CHECK(quantile(b, .5, quantile_method::lower) == quantile(b, .5, "lower"));
  STATIC_REQUIRE(detail::is_refused<decltype(quantile(a, std::vector{.5}))>);
}

TEST_CASE("infinities") {
  CHECK(median(tensor{4., inf}) == inf);
  CHECK(median(tensor{-inf, 4.}) == -inf);
  CHECK(median(tensor{inf, inf, 1.}) == inf);
  CHECK(quantile(tensor{inf, inf}, 0.3) == inf);
  CHECK(quantile(tensor{-inf, 4.}, 0.3) == -inf);
  CHECK(quantile(tensor{4., inf}, 0.7) == inf);
  CHECK(test::same_number(median(tensor{-inf, inf}), qnan));
}

TEST_CASE("correction() and ddof()") {
  CHECK(var(b, correction(1)) == var(b, ddof(1)));
  CHECK(var(b, correction(0.5)) == test::Approx(var(b) * 8 / 7.5));
  CHECK(std_dev(b, _0, correction(2)) == std_dev(b, ddof(2)));
  CHECK(var(b, correction(8)) == inf);
  CHECK(allclose(var(a, _1, correction(1.), keepdims)[_, 0], var(a, ddof(1), _1)));
  CHECK(var(b, ddof(std::numeric_limits<index>::min())) < 1e-15);
}

TEST_CASE("sums, products and means in a type") {
  dtensor<float, 2> f(3, 40000);
  f = 0.1f;
  const double tenth = static_cast<double>(0.1f);
  STATIC_REQUIRE(std::same_as<decltype(sum<double>(f)), double>);
  CHECK(sum<double>(f) == test::Approx(120000 * tenth).epsilon(1e-12));
  CHECK(allclose(sum<double>(f, _1), 40000 * tenth, 1e-12, 0));
  CHECK(allclose(mean<double>(f, _0, keepdims), tenth, 1e-15, 0));
  CHECK(sum<double>(f * 2.f) == test::Approx(240000 * tenth).epsilon(1e-12));
  STATIC_REQUIRE(std::same_as<decltype(sum<float>(a)), float>);
  CHECK(sum<float>(a) == static_cast<float>(sum(a)));
  STATIC_REQUIRE(std::same_as<decltype(mean<float>(i)), float>);
  CHECK(mean<float>(i) == static_cast<float>(mean(i)));
  CHECK(prod<double>(i) == 5. * 9 * 2 * 8 * 3);
  CHECK(eval(prod<double>(i, _0))(1) == 8);
  CHECK(sum<std::int8_t>(tensor{100, 100}) == -56);
  CHECK(sum<int>(tensor{true, true, false}) == 2);
  STATIC_REQUIRE(std::same_as<decltype(sum<int>(i)), int>);
  using c = std::complex<double>;
  CHECK(sum<c>(tensor{1., 2.}) == c(3));
  CHECK(mean<c>(tensor{c(1, 2), c(3, 4)}) == c(2, 3));
  CHECK(sum<c>(tensor{std::complex<float>(1, 2)}) == c(1, 2));
  STATIC_REQUIRE(sum<double>(tensor{1, 2, 3}) == 6);
  STATIC_REQUIRE(mean<float>(tensor{1, 2, 3}) == 2);
  CHECK(sum<double>(dtensor<float, 1>(0)) == 0);
  CHECK(prod<float>(dtensor<int, 1>(0)) == 1);
}
