// SPDX-License-Identifier: BSL-1.0
// var, std_dev, ptp, norm, logsumexp, median and percentile: operands of every kind, empty operands
// and rank 0. The values come from NumPy, with the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

#include <cmath>
#include <cstdint>

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, 1, 2], [6, 4, 8]])
constexpr tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 8}};
// e = np.zeros((0, 3))
const dtensor<double, 2> e(0, 3);

} // namespace

TEST_CASE("median of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // np.median(a)
    CHECK(is(median(x()), 3.5));
    // np.median(a, 0)
    CHECK(is(median(x(), _0), {3}, {4.5, 2.5, 5}));
    // np.median(a, -1, keepdims=True)
    CHECK(is(median(x(), -_1, keepdims), {2, 1}, {2, 6}));
    CHECK(has<x.n>(median(x(), _0)));
    CHECK(has<x.m, 1>(median(x(), -_1, keepdims)));
  });
}

TEST_CASE("statistics of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // a.var(0)
    CHECK(is_near(var(x(), _0), {3}, {2.25, 2.25, 9}));
    // a.var(-1, ddof=1)
    CHECK(is_near(var(x(), -_1, ddof(1)), {2}, {1, 4}));
    // a.var()
    CHECK(is_near(var(x()), 5.666666666666667));
    // a.std(0)
    CHECK(is_near(std_dev(x(), _0), {3}, {1.5, 1.5, 3}));
    // a.std(-1, keepdims=True)
    CHECK(is_near(std_dev(x(), -_1, keepdims), {2, 1}, {0.816496580927726, 1.632993161855452}));
    // np.ptp(a, 0)
    CHECK(is(ptp(x(), _0), {3}, {3, 3, 6}));
    // np.ptp(a, -1)
    CHECK(is(ptp(x(), -_1), {2}, {2, 4}));
    // np.linalg.norm(a, axis=0)
    CHECK(is_near(norm(x(), _0), {3}, {6.708203932499369, 4.123105625617661, 8.246211251235321}));
    // np.linalg.norm(a, axis=-1)
    CHECK(is_near(norm(x(), -_1), {2}, {3.7416573867739413, 10.770329614269007}));
    // np.linalg.norm(a)
    CHECK(is_near(norm(x()), 11.40175425099138));
    // np.log(np.exp(a).sum(0))
    CHECK(
        is_near(logsumexp(x(), _0), {3}, {6.048587351573742, 4.048587351573742, 8.00247568513773}));
    // np.log(np.exp(a).sum(-1))
    CHECK(is_near(logsumexp(x(), -_1), {2}, {3.40760596444438, 8.1429316284999}));
    CHECK(has<x.n>(var(x(), _0)));
    CHECK(has<x.m>(std_dev(x(), -_1)));
    CHECK(has<x.n>(ptp(x(), -_2)));
    CHECK(has<x.m, 1>(norm(x(), _1, keepdims)));
    CHECK(has<x.n>(logsumexp(x(), _0)));
    CHECK(gives<double>(var(x())));
    CHECK(gives<int>(ptp(x())));
    CHECK(gives<double>(norm(x())));
  });
}

TEST_CASE("percentiles of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.percentile(a, 30)
    CHECK(is_near(percentile(x(), 30), 2.5));
    // np.percentile(a, 25, 0)
    CHECK(is_near(percentile(x(), 25, _0), {3}, {3.75, 1.75, 3.5}));
    // np.percentile(a, 90, -1, keepdims=True)
    CHECK(is_near(percentile(x(), 90, -_1, keepdims), {2, 1}, {2.8, 7.6}));
    CHECK(has<x.n>(percentile(x(), 25, _0)));
    CHECK(has<x.m, 1>(percentile(x(), 25, _1, keepdims)));
  });
}

TEST_CASE("statistics of empty operands") {
  // e.var(0)
  CHECK(is(var(e, _0), {3}, {qnan, qnan, qnan}));
  // e.var(1)
  CHECK(is(var(e, _1), {0}, {}));
  // e.std()
  CHECK(is(std_dev(e), qnan));
  // np.linalg.norm(e, axis=0)
  CHECK(is(norm(e, _0), {3}, {0, 0, 0}));
  // np.linalg.norm(e, axis=1)
  CHECK(is(norm(e, _1), {0}, {}));
  // np.median(e, 0)
  CHECK(is(median(e, _0), {3}, {qnan, qnan, qnan}));
  // np.median(e, -1)
  CHECK(is(median(e, -_1), {0}, {}));
  // np.log(np.exp(e).sum(0))
  CHECK(is(logsumexp(e, _0), {3}, {-inf, -inf, -inf}));
  // np.log(np.exp(e).sum(1))
  CHECK(is(logsumexp(e, _1), {0}, {}));
  CHECK_THROWS_AS(eval(ptp(e, _0)), value_error);
  CHECK_THROWS_AS(ptp(e), value_error);
  // np.ptp(e, 1)
  CHECK(is(ptp(e, _1), {0}, {}));
  // np.percentile(e, 50, 1)
  CHECK(is(percentile(e, 50, _1), {0}, {}));
  constexpr tensor<float, 2, 0> none;
  CHECK(is(var(none, _1), {2}, {NAN, NAN}));
  CHECK(is(median(none, _0), {0}, {}));
}

TEST_CASE("statistics of rank 0") {
  const tensor<double> s(-4.);
  // np.array(-4.).var()
  CHECK(is(var(s), 0));
  // np.array(-4.).std()
  CHECK(is(std_dev(s), 0));
  // np.ptp(np.array(-4.))
  CHECK(is(ptp(s), 0));
  // np.linalg.norm(np.array(-4.))
  CHECK(is(norm(s), 4));
  // np.median(np.array(-4.))
  CHECK(is(median(s), -4));
  // np.percentile(np.array(-4.), 10)
  CHECK(is(percentile(s + 0., 10), -4));
  // np.log(np.exp(np.array(-4.)))
  CHECK(is(logsumexp(s), -4));
}

TEST_CASE("statistics where NaN is among the elements") {
  // f = np.array([[1, nan, 3], [2, 5, -1]])
  const tensor<double, 2, 3> f{{1, qnan, 3}, {2, 5, -1}};
  for_some_kinds(f, [](auto x) {
    // np.median(f, 0)
    CHECK(is(median(x(), _0), {3}, {1.5, qnan, 1}));
    // np.median(f, -1)
    CHECK(is(median(x(), -_1), {2}, {qnan, 2}));
    // np.median(f)
    CHECK(is(median(x()), qnan));
    // np.percentile(f, 0, 0)
    CHECK(is(percentile(x(), 0, _0), {3}, {1, qnan, -1}));
    // np.ptp(f, 0)
    CHECK(is(ptp(x(), _0), {3}, {1, qnan, 4}));
    // f.var(0)
    CHECK(is(var(x(), _0), {3}, {0.25, qnan, 4}));
    // np.linalg.norm(f, axis=1)
    CHECK(is(norm(x(), _1), {2}, {qnan, 5.477225575051661}));
  });
  // exp(-inf) adds nothing, and exp(inf) makes the sum infinite.
  const tensor g{-inf, 0., -inf};
  // np.log(np.exp(np.array([-inf, 0, -inf])).sum())
  CHECK(is(logsumexp(g), 0));
  // np.log(np.exp(np.array([-inf])).sum())
  CHECK(is(logsumexp(g[range(_, 1)]), -inf));
  // np.log(np.exp(np.array([inf, 0, inf])).sum())
  CHECK(is(logsumexp(-g), inf));
}

TEST_CASE("statistics of integers that widen") {
  // i8 = np.array([100, -100, 27], np.int8)
  const tensor<std::int8_t, 3> i8{100, -100, 27};
  // i8.var()
  CHECK(is_near(var(i8), 6828.666666666667));
  // np.linalg.norm(i8.astype(float))
  CHECK(is_near(norm(i8), 143.97569239284803));
  // np.median(i8[:2])
  CHECK(is(median(i8[range(_, 2)]), 0));
  // np.percentile(i8, 25)
  CHECK(is(percentile(i8, 25), -36.5));
  CHECK(gives<double>(median(i8)));
  CHECK(gives<double>(std_dev(cast<bool>(i8))));
}
