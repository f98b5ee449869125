// SPDX-License-Identifier: BSL-1.0
// var, std_dev, ptp, norm, logsumexp.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

using namespace stria;
using stria::index;
using test::holds;
using test::near;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

// a = np.array([[1, 2, 4], [4, 5, 9]])
constexpr tensor<int, 2, 3> a{{1, 2, 4}, {4, 5, 9}};
dtensor<double, 2> dynamic() { return a; }

} // namespace

TEST_CASE("var and std_dev") {
  const auto d = dynamic();
  CHECK(near(var(a), {6.472222222222222}));       // np.var(a)
  CHECK(holds(var(d, _0), {2.25, 2.25, 6.25}));   // np.var(a, 0)
  CHECK(near(var(d, -_1, ddof(1)), {7. / 3, 7})); // np.var(a, -1, ddof=1)
  CHECK(near(var(d[_, rev()] * 2., _1), {56. / 9, 56. / 3}));
  CHECK(
      near(std_dev(d, ddof(1), _0), {2.1213203435596424, 2.1213203435596424, 3.5355339059327378}));
  CHECK(has<2, 1>(std_dev(a, _1, keepdims)));
  CHECK(has<2>(std_dev(a, ddof(1), _1)));
  CHECK(std::same_as<decltype(var(a)), double>);
  CHECK(std::same_as<decltype(var(cast<float>(a))), float>);
  // A large mean does not reduce the accuracy of the variance.
  CHECK(near(var(tensor{1e9 + 1, 1e9 + 2, 1e9 + 3}), {2. / 3}));
  using cd = std::complex<double>;
  CHECK(holds(var(tensor<cd, 2>{cd(1, 1), cd(3, -1)}), {2}));
  const double of_nothing = var(zeros<double>(0));
  CHECK(std::isnan(of_nothing));
  const double too_few = var(tensor{3.}, ddof(1));
  CHECK(std::isnan(too_few));
  tensor<float, batch, features> x(3, 2);
  x = 1.f;
  CHECK(has<features>(var(x, _0)));
  CHECK(holds(var(x, _0), {0, 0}));
  const double v = var(tensor<double>(4));
  CHECK(v == 0);
}

TEMPLATE_TEST_CASE("var of rows far from zero, with other first elements", "", float, double) {
  for (index n = 1; n < 1100; n += n < 150 ? 1 : 61) {
    dtensor<TestType, 2> x(4, n);
    for (index k = 0; k < n; ++k) {
      x(0, k) = TestType(1000 + k * 7 % 11);
      x(1, k) = TestType(k == 0 ? 1000 : k * 5 % 7);
      x(2, k) = TestType(k < 8 ? 1000 : k % 3);
      x(3, k) = TestType(1000.7);
    }
    const dtensor<TestType, 1> v = var(x, _1), w = var(x + TestType(0), _1),
                               r = var(x[_, rev()], _1);
    CAPTURE(n);
    for (index i = 0; i < 3; ++i) {
      long double mean = 0, squares = 0;
      for (index k = 0; k < n; ++k)
        mean += static_cast<long double>(x(i, k)) / static_cast<long double>(n);
      for (index k = 0; k < n; ++k)
        squares += (x(i, k) - mean) * (x(i, k) - mean) / static_cast<long double>(n);
      const long double error =
          1e-30L +
          32 * squares * static_cast<long double>(std::numeric_limits<TestType>::epsilon());
      CHECK(std::abs(v(i) - squares) <= error);
      CHECK(std::abs(w(i) - squares) <= error);
      CHECK(std::abs(r(i) - squares) <= error);
    }
    if (n < 128) // the mean of a power of two of equal numbers is exact
      CHECK(v(3) <= TestType(1e-6));
    x(0, n - 1) = std::numeric_limits<TestType>::quiet_NaN();
    x(1, 0) = std::numeric_limits<TestType>::infinity();
    const dtensor<TestType, 1> nan = var(x, _1);
    CHECK(std::isnan(nan(0)));
    CHECK(std::isnan(nan(1)));
  }
}

TEMPLATE_TEST_CASE("var of short rows", "", float, double, int, std::complex<float>) {
  for (index n = 1; n < 150; ++n) {
    dtensor<TestType, 2> x(3, n);
    for (index k = 0; k < x.size(); ++k)
      x.data()[k] = static_cast<TestType>(static_cast<float>(k * 7 % 11 - 3));
    std::vector<double> expected;
    for (index i = 0; i < 3; ++i) {
      std::complex<double> mean = 0;
      double squares = 0;
      for (index k = 0; k < n; ++k)
        mean += std::complex<double>(x(i, k)) / static_cast<double>(n);
      for (index k = 0; k < n; ++k)
        squares += std::norm(std::complex<double>(x(i, k)) - mean);
      expected.push_back(squares / static_cast<double>(n));
    }
    CAPTURE(n);
    const dtensor<double, 1> v = cast<double>(var(x, _1));
    for (index i = 0; i < 3; ++i)
      CHECK(v(i) == test::Approx(expected[static_cast<std::size_t>(i)]).epsilon(1e-5));
  }
}

TEST_CASE("the results are operands: standardised columns") {
  auto d = dynamic();
  d = (d - mean(d, _0)) / std_dev(d, _0);
  CHECK(near(d, {-1, -1, -1, 1, 1, 1}));
  const auto kept = [] { return std_dev(dynamic(), _1) + 1.; }();
  CHECK(near(kept, {2.247219128924647, 3.1602468994692867}));
}

TEST_CASE("ptp and norm") {
  CHECK(holds(ptp(a, _0), {3, 3, 5}));
  CHECK(holds(ptp(a), {8}));
  CHECK(std::same_as<decltype(ptp(a)), int>);
  CHECK_THROWS_AS(ptp(zeros<double>(0)), value_error);
  CHECK_THROWS_WITH(eval(ptp(zeros<double>(2, 0), _1)),
                    "stria: ptp of no elements is not defined; the shape is (2, 0)");
  CHECK_THROWS_AS(eval(ptp(zeros<double>(0, 0), _0)), value_error);
  CHECK(test::shape(eval(ptp(zeros<double>(0, 3), _1))) == test::list<stria::index>{0});
  CHECK_THROWS_WITH(eval(percentile(zeros<double>(2, 0), 50, _1)),
                    "stria: percentile of no elements is not defined; the shape is (2, 0)");
  CHECK_THROWS_AS(eval(percentile(zeros<double>(0, 0), 50, _0)), value_error);
  CHECK(test::shape(eval(percentile(zeros<double>(0, 3), 50, _1))) == test::list<stria::index>{0});
  CHECK(std::isnan(median(zeros<double>(0))));
  CHECK(holds(norm(tensor{3, 4}), {5}));
  CHECK(near(norm(dynamic(), _0), {4.123105625617661, 5.385164807134504, 9.848857801796104}));
  CHECK(holds(norm(tensor<std::complex<double>, 1>{std::complex<double>(3, 4)}), {5}));
  CHECK(holds(norm(zeros<double>(0)), {0}));
}

TEST_CASE("logsumexp does not overflow") {
  CHECK(near(logsumexp(dynamic(), _1), {4.169846019556286, 9.024744890138823}));
  CHECK(near(logsumexp(tensor{1000., 1000.}), {1000.6931471805599}));
  CHECK(near(logsumexp(tensor{-1000., -1000.}), {-999.3068528194401}));
  CHECK(holds(logsumexp(tensor{-test::inf, -test::inf}), {-test::inf}));
  CHECK(holds(logsumexp(tensor{test::inf, 1.}), {test::inf}));
  CHECK(holds(logsumexp(tensor{test::qnan, 1.}), {test::qnan}));
  CHECK(has<2, 1>(logsumexp(a, -_1, keepdims)));
  STATIC_REQUIRE_FALSE(stria::detail::logsumexp_op::takes<std::complex<double>>);
}

TEST_CASE("ptp and var in constant expressions") {
  static_assert(eval(ptp(a, _0))[2] == 5);
  static_assert(eval(var(a, _0))[2] == 6.25);
  CHECK(eval(var(a, _0))[2] == 6.25);
}

TEST_CASE("a tensor of the right size keeps its memory") {
  dtensor<float, 2> rows(6, 8);
  rows = 3.F;
  dtensor<float, 1> v(6);
  const float* const memory = v.data();
  v = logsumexp(rows, _1);
  CHECK(v.data() == memory);
  CHECK(abs(v[0] - 5.0794415F) < 1e-5F);
  v = norm(rows, _1);
  CHECK(v.data() == memory);
  CHECK(abs(v[0] - 8.485281F) < 1e-5F);
  v = std_dev(rows, _1);
  CHECK(v.data() == memory);
  v = ptp(rows, _1);
  CHECK(v.data() == memory);
  CHECK(v[5] == 0);
}
