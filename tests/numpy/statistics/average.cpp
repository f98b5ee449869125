// SPDX-License-Identifier: BSL-1.0
// Weighted means, covariances and correlation coefficients.
#include "../recorded_average.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <concepts>
#include <string>
#include <vector>

using namespace stria;

namespace {

const test::record known(recorded_average);
const auto a = known.input<2>("a");
const auto w = known.input<2>("w");
const auto r = known.input<1>("r");
const auto c = known.input<1, int>("c");
const auto x = known.input<1>("x");
const auto y = known.input<1>("y");
const auto z = known.input<2, std::complex<double>>("z");
const auto o = known.input<2>("o");

} // namespace

TEST_CASE("average()") {
  known.check("average", average(a));
  known.check("average 0", average(a, _0));
  known.check("average w", average(a, w));
  known.check("average w 0", average(a, w, _0));
  known.check("average w 1 keep", average(a, w, _1, keepdims));
  known.check("average r 0", average(a, r, _0));
  known.check("average c 1", average(a, -_1, c));
  known.check("average c 1 keep", average(a, _1, c, keepdims));
  known.check("average c sum", average(a, c, _1, returned).sum_of_weights);
  known.check("average c 1", average(a, c, returned, _1).average);
  known.check("average w sum", average(a, w, _0, returned).sum_of_weights);
  known.check("average w 0", average(a, w, _0, returned).average);
  known.check("average sum", average(a, _0, returned).sum_of_weights);
  known.check("average 0", average(a, _0, returned).average);
  known.check("average reversed", average(a[rev(), range(_, _, 2)], r[rev()], _0));
  known.check("average x", average(x, y));
  known.check("average z 1", average(z, tensor{1, 2, 4}, _1));
  known.check("average int", average(tensor{1, 2, 4}, tensor{3, 1, 1}));
  STATIC_REQUIRE(average(tensor{1, 2, 4}, tensor{3, 1, 1}) == 1.8);
  STATIC_REQUIRE(std::same_as<decltype(average(a, w)), double>);
  STATIC_REQUIRE(detail::operand<decltype(average(a, w, _0))>);
  STATIC_REQUIRE(std::same_as<decltype(average(tensor{1.f}, tensor{1.f})), float>);
  STATIC_REQUIRE(std::same_as<decltype(average(tensor{1}, tensor{1.f})), double>);
  // The result owns temporary operands, so that it can be used later.
  const auto later = average(dtensor<double, 2>(a), dtensor<double, 1>(r), _0);
  known.check("average r 0", later);
  known.check("average w 0", average(a + 0., w * 2., _0));
  dtensor<double, 2> b = a - average(a, w, _1, keepdims);
  CHECK(allclose(sum(b * w, _1), 0., 0, 1e-12));
  CHECK_THROWS_WITH(average(a, c, _0),
                    test::contains("stria: average: weights of the shape (4,) for elements of the "
                                   "shape (3, 4)"));
  CHECK_THROWS_AS(average(a, w[range(0, 2)]), shape_error);
  CHECK_THROWS_WITH(average(a, 0. * w, _0), "stria: average: the weights sum to 0");
  CHECK_THROWS_AS(average(x, 0. * y), value_error);
  CHECK(eval(average(a[_, range(0, 0)], r, _0)).size() == 0);
  using complex = std::complex<float>;
  CHECK(average(tensor{complex(1, 2), complex(3, 4)}, tensor{1, 3}) == complex(2.5, 3.5));
}

TEST_CASE("cov()") {
  known.check("cov a", cov(a));
  known.check("cov a columns", cov(a, false));
  known.check("cov a biased", cov(a, true, true));
  known.check("cov a biased", cov(a, ddof(0)));
  known.check("cov a ddof 2", cov(a, correction(2)));
  known.check("cov columns biased", cov(a, false, true));
  known.check("cov columns biased", cov(transpose(a), true, ddof(0)));
  known.check("cov x", cov(x));
  known.check("cov x ddof", cov(x, ddof(0)));
  known.check("cov x y", cov(x, y));
  known.check("cov a w", cov(a, w));
  known.check("cov a w columns", cov(a, w, false));
  known.check("cov z", cov(z));
  known.check("cov int", cov(tensor{{1, 2, 4}, {3, 0, 5}}));
  known.check("cov too few", cov(o));
  STATIC_REQUIRE(std::same_as<decltype(cov(x)), double>);
  STATIC_REQUIRE(std::same_as<decltype(cov(a)), dtensor<double, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(cov(cast<float>(a))), dtensor<double, 2>>);
  CHECK(allclose(cov(a[rev(), rev()]), cov(a)[rev(), rev()]));
  CHECK(cov(dtensor<double, 2>(0, 3)).size() == 0);
  CHECK_THROWS_WITH(cov(x, y[range(1, _)]), "stria: cov: the operands have 5 and 4 observations");
}

TEST_CASE("corrcoef()") {
  known.check("corrcoef a", corrcoef(a));
  known.check("corrcoef columns", corrcoef(a, false));
  known.check("corrcoef x y", corrcoef(x, y));
  known.check("corrcoef x", corrcoef(x));
  known.check("corrcoef z", corrcoef(z));
  CHECK(test::same_number(corrcoef(dtensor<double, 1>{2, 2}), qnan));
  CHECK_THROWS_AS(corrcoef(a, w[_, range(1, _)]), shape_error);
}

// Arguments that are not operands, or have the wrong rank or type, are refused with a message.
// These tests use only the types of the calls, so the variables need no definition.
#define REFUSED(...) STATIC_REQUIRE(detail::is_refused<decltype(__VA_ARGS__)>)
namespace refused {
extern const std::vector<double> v;
extern const tensor<double, 3> t;
extern const tensor<double, 3, 3> m;

TEST_CASE("misuse is refused with a message") {
  REFUSED(average(v));
  REFUSED(average(v, _0));
  REFUSED(average(t, v));
  REFUSED(average(m, t));
  REFUSED(average(m, t, _2));
  REFUSED(average(m, m, _2));
  REFUSED(average(m, _2));
  REFUSED(cov(v));
  REFUSED(cov(v, v));
  REFUSED(cov(t, v));
  REFUSED(cov(tensor<double, 2, 2, 2>()));
  REFUSED(corrcoef(v));
  REFUSED(corrcoef(t, v));
}

} // namespace refused

TEST_CASE("every recorded case is checked") { CHECK(known.unused() == std::vector<std::string>()); }
