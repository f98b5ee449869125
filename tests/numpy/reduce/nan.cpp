// SPDX-License-Identifier: BSL-1.0
// Reductions and scans that ignore NaN.
#include "../recorded_nan.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

using namespace stria;

namespace {

using complex = std::complex<double>;
const test::record known(recorded_nan);
const auto a = known.input<3>("a");
const auto b = known.input<2>("b");
const auto c = known.input<1>("c");
const auto d = known.input<2>("d");
const auto z = known.input<2, complex>("z");
const auto i = known.input<2, int>("i");

template <class F> void check_reduction(const std::string& n, const F& f) {
  known.check(n + " a None", f(a));
  known.check(n + " a 0", f(a, _0));
  known.check(n + " a 1", f(a, _1));
  known.check(n + " a 2", f(a, -_1));
  known.check(n + " a (0, 2)", f(a, _0, _2));
  known.check(n + " a (0, 1)", f(a, _0, _1));
  known.check(n + " a (1, 2)", f(a, _2, _1));
  known.check(n + " a keep", f(a, _1, keepdims));
  known.check(n + " reversed", f(a[rev(), range(_, _, 2), rev()], -_1));
  known.check(n + " b", f(b));
  known.check(n + " b 0", f(b, _0));
  known.check(n + " b 1", f(b, _1));
  known.check(n + " c", f(c));
  known.check(n + " c * 2", f(c * 2. - 1.));
  known.check(n + " i 0", f(i, _0));
  known.check(n + " i", f(i));
}

} // namespace

#define FUNCTION(name) [](const auto&... x) { return name(x...); }

TEST_CASE("reductions without NaNs") {
  check_reduction("nansum", FUNCTION(nansum));
  check_reduction("nanprod", FUNCTION(nanprod));
  check_reduction("nanmean", FUNCTION(nanmean));
  check_reduction("nanmin", FUNCTION(nanmin));
  check_reduction("nanmax", FUNCTION(nanmax));
  check_reduction("nanvar", FUNCTION(nanvar));
  check_reduction("nanstd", FUNCTION(nanstd));
  check_reduction("nanmedian", FUNCTION(nanmedian));
  known.check("nansum z", nansum(z));
  known.check("nansum z 0", nansum(z, _0));
  known.check("nanprod z", nanprod(z));
  known.check("nanprod z 0", nanprod(z, _0));
  known.check("nanmean z", nanmean(z));
  known.check("nanmean z 0", nanmean(z, _0));
  known.check("nanvar z", nanvar(z));
  known.check("nanvar z 0", nanvar(z, _0));
  known.check("nanstd z", nanstd_dev(z));
  known.check("nanstd z 0", nanstd_dev(z, _0));
  known.check("nanvar c ddof 1", nanvar(c, ddof(1)));
  known.check("nanvar c ddof 2", nanvar(c, _0, correction(2)));
  known.check("nanvar c ddof 3", nanvar(c, ddof(3), _0));
  known.check("nanvar c ddof 8", nanvar(c, ddof(8)));
  known.check("nanstd a 1 ddof 1", nanstd(a, _1, ddof(1)));
  known.check("nanstd a 1 ddof 2", nanstd(a, _1, correction(2.)));
  known.check("nanstd a 1 ddof 3", nanstd_dev(a, _1, ddof(3)));
  known.check("nanstd a 1 ddof 8", nanstd(a, _1, ddof(8)));
}

TEST_CASE("reductions of empty operands without NaNs") {
  const dtensor<double, 2> none(0, 3);
  known.check("nansum empty", nansum(none, _0));
  known.check("nansum empty all", nansum(none));
  known.check("nanprod empty", nanprod(none, _0));
  known.check("nanprod empty all", nanprod(none));
  known.check("nanmean empty", nanmean(none, _0));
  known.check("nanmean empty all", nanmean(none));
  known.check("nanvar empty", nanvar(none, _0));
  known.check("nanvar empty all", nanvar(none));
  known.check("nanmedian empty", nanmedian(none, _0));
  known.check("nanmedian empty all", nanmedian(none));
  CHECK(eval(nansum(none, _1)).size() == 0);
  CHECK(eval(nanmin(none, _1)).size() == 0);
  CHECK_THROWS_WITH(nanmin(none),
                    "stria: nanmin of no elements is not defined; the shape is (0, 3)");
  CHECK_THROWS_AS(eval(nanmax(none, _0)), value_error);
  CHECK_THROWS_AS(nanargmin(none), value_error);
  CHECK_THROWS_AS(eval(nanargmax(none, _0)), value_error);
}

TEST_CASE("places of extremes") {
  known.check("nanargmin d", nanargmin(d));
  known.check("nanargmin d 0", nanargmin(d, _0));
  known.check("nanargmin d 1", nanargmin(d, _1));
  known.check("nanargmin b 1", nanargmin(b, _1));
  known.check("nanargmin i 0", nanargmin(i, _0));
  known.check("nanargmax d", nanargmax(d));
  known.check("nanargmax d 0", nanargmax(d, _0));
  known.check("nanargmax d 1", nanargmax(d, _1));
  known.check("nanargmax b 1", nanargmax(b, _1));
  known.check("nanargmax i 0", nanargmax(i, _0));
  STATIC_REQUIRE(std::same_as<decltype(nanargmin(d)), index>);
  CHECK_THROWS_WITH(eval(nanargmin(a, _2)),
                    "stria: nanargmin: all elements are NaN, so there is no position");
  CHECK_THROWS_AS(nanargmax(tensor{qnan}), value_error);
}

TEST_CASE("scans without NaNs") {
  known.check("nancumsum a 0", nancumsum(a, _0));
  known.check("nancumsum a 1", nancumsum(a, _1));
  known.check("nancumsum a 2", nancumsum(a, -_1));
  known.check("nancumsum d", nancumsum(d));
  known.check("nancumsum i", nancumsum(i));
  known.check("nancumsum z 1", nancumsum(z, _1));
  known.check("nancumprod a 0", nancumprod(a, _0));
  known.check("nancumprod a 1", nancumprod(a, _1));
  known.check("nancumprod a 2", nancumprod(a, -_1));
  known.check("nancumprod d", nancumprod(d));
  known.check("nancumprod i", nancumprod(i));
  known.check("nancumprod z 1", nancumprod(z, _1));
}

TEST_CASE("quantiles without NaNs") {
  known.check("nanpercentile d 0", nanpercentile(d, 0));
  known.check("nanpercentile d 10", nanpercentile(d, 10.));
  known.check("nanpercentile d 37.5", nanpercentile(d, 37.5));
  known.check("nanpercentile d 100", nanpercentile(d, 100));
  known.check("nanpercentile d 1 0", nanpercentile(d, 0, _1));
  known.check("nanpercentile d 1 10", nanpercentile(d, 10, _1));
  known.check("nanpercentile d 1 37.5", nanpercentile(d, 37.5, _1));
  known.check("nanpercentile d 1 100", nanpercentile(d, 100, _1));
  known.check("nanpercentile lower", nanpercentile(d, 40, _1, percentile_method::lower));
  known.check("nanquantile list", nanquantile(d, tensor{.25, .5, .9}, _0));
  known.check("nanquantile keep", nanquantile(d, tensor{{.25, .5}}, _0, keepdims));
  CHECK_THROWS_AS(nanpercentile(d, 101), value_error);
  CHECK_THROWS_AS(nanquantile(d, 1.5), value_error);
}

TEST_CASE("every recorded case is checked") { CHECK(known.unused() == std::vector<std::string>()); }

TEST_CASE("long rows and columns, types, views and laziness") {
  dtensor<float, 2> m(70, 1500);
  for (index k = 0; k < m.size(); ++k)
    m.data()[k] = k % 7 == 3 ? static_cast<float>(qnan) : static_cast<float>((k * 37) % 1009) - 300;
  m[_, 20] = static_cast<float>(qnan);
  const auto valid = eval(m == m);
  const auto zeroed = eval(where(valid, m, 0.f));
  CHECK(nansum(m) == sum(zeroed));
  CHECK(array_equal(nansum(m, _0), sum(zeroed, _0)));
  CHECK(array_equal(nansum(m, _1), sum(zeroed, _1)));
  CHECK(array_equal(nansum(transpose(m), _0), sum(zeroed, _1)));
  const auto count = eval(cast<double>(sum(cast<int>(valid), _0)));
  CHECK(allclose(nanmean(m, _0), sum<double>(zeroed, _0) / count, 1e-6, 0, true));
  CHECK(allclose(nanmean(m, _1), sum<double>(zeroed, _1) / sum<double>(valid, _1), 1e-6));
  const auto high = where(valid, m, 1e9f), low = where(valid, m, -1e9f);
  CHECK(nanmin(m) == min(high));
  CHECK(nanmax(m + 1.f) == max(low) + 1);
  CHECK(array_equal(nanmin(m, _1), min(high, _1)));
  CHECK(array_equal(where(isnan(nanmax(m, _0)), -1e9f, nanmax(m, _0)), max(low, _0)));
  CHECK(count_nonzero(isnan(nanmax(m, _0))) == 1);
  CHECK(array_equal(nanargmax(m, _1), argmax(low, _1)));
  const auto apart = zeroed - cast<float>(nanmean(m, _1, keepdims));
  CHECK(allclose(nanvar(m, _1),
                 sum<double>(where(valid, apart * apart, 0.f), _1) / sum<double>(valid, _1), 1e-5));
  STATIC_REQUIRE(std::same_as<decltype(nansum(m)), float>);
  STATIC_REQUIRE(std::same_as<decltype(nanmean(m)), float>);
  STATIC_REQUIRE(std::same_as<decltype(nanmean(i)), double>);
  STATIC_REQUIRE(std::same_as<decltype(nansum(i)), std::int64_t>);
  STATIC_REQUIRE(std::same_as<decltype(nanvar(z)), double>);
  STATIC_REQUIRE(detail::operand<decltype(nansum(m, _0))>);
  STATIC_REQUIRE(nansum(tensor{1., qnan, 2.}) == 3);
  STATIC_REQUIRE(nanmean(tensor{1., qnan, 2.}) == 1.5);
  STATIC_REQUIRE(nanmax(tensor{1., qnan, 2.}) == 2);
  STATIC_REQUIRE(nanvar(tensor{1., qnan, 3.}) == 1);
  STATIC_REQUIRE(nanmedian(tensor{1., qnan, 3.}) == 2);
  CHECK(nansum(tensor<double>(qnan)) == 0);
  CHECK(nansum(m[m > 100.f]) == sum(m[m > 100.f]));
  dtensor<double, 2> r = nansum(d, _0, keepdims) + d;
  CHECK(r(0, 1) == 6);
}
