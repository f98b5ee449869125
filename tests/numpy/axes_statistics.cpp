// SPDX-License-Identifier: BSL-1.0
// axis(k) gives the same result as the constant, in reductions that skip NaNs, statistics,
// differences, derivatives and sorts.
#include "axes.hpp"

#include <limits>
#include <string>
#include <utility>

using namespace stria;
using stria::index;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Numbers in no particular order.
auto some_operands() {
  const tensor<double, 2, 3, 4> s = reshape(remainder(arange<double>(24) * 7. + 3., 11.), 2, 3, 4);
  return std::pair{dtensor<double, 3>(s), s};
}
/// The same numbers with a few NaNs. No row along an axis has only NaNs.
auto operands_with_nans() {
  auto r = some_operands();
  r.first(0, 1, 2) = r.first(1, 0, 0) = r.first(1, 2, 3) = none;
  r.second = r.first;
  return r;
}
template <class Error, class F> std::string text_of(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const error&>(e).what();
  }
  return "nothing was thrown";
}

} // namespace

TEST_CASE("reductions that skip NaNs") {
  const auto operands = operands_with_nans();
  AGREE(3, nansum(a, k));
  AGREE(3, nanprod(a, k, keepdims));
  AGREE(3, nanmean(a, k));
  AGREE(3, nanvar(a, k, ddof(1)));
  AGREE(3, nanstd_dev(a, keepdims, k));
  AGREE(3, nanstd(a, k));
  AGREE(3, nanmin(a, k));
  AGREE(3, nanmax(a, k));
  AGREE(3, nanargmin(a, k));
  AGREE(3, nanargmax(a, k, keepdims));
  AGREE(3, nanmedian(a, k));
  AGREE(3, nancumsum(a, k));
  AGREE(3, nancumprod(a, k));
  const tensor q{0.25, 0.5, 0.9};
  AGREE(3, nanpercentile(a, 30, k));
  AGREE(3, nanquantile(a, q, keepdims, k));
  const auto& x = operands.first;
  test::same_results(nansum(x, axis(2), axis(0)), nansum(x, _0, _2));
  test::same_results(nanargmax(x, axis(2), axis(1)), nanargmax(x, _1, _2));
}

TEST_CASE("reductions with a given type") {
  const auto operands = some_operands();
  AGREE(3, sum<float>(a, k));
  AGREE(3, prod<double>(a, k, keepdims));
  AGREE(3, mean<float>(a, k));
  STATIC_REQUIRE(
      std::same_as<detail::value_t<decltype(sum<float>(operands.first, axis(0)))>, float>);
}

TEST_CASE("quantiles") {
  const auto operands = some_operands();
  const tensor q{0.25, 0.5, 0.9};
  AGREE(3, percentile(a, 30, k, "lower"));
  AGREE(3, quantile(a, 0.3, k));
  AGREE(3, quantile(a, 0.3, k, keepdims, quantile_method::hazen));
  AGREE(3, percentile(a, q * 100., k));
  AGREE(3, quantile(a, q, k, keepdims));
  CHECK_THROWS_AS(percentile(operands.first, 101, axis(0)), value_error);
}

TEST_CASE("averages") {
  const auto operands = some_operands();
  const tensor<double, 2, 3, 4> w = operands.second + 1.;
  AGREE(3, average(a, k));
  AGREE(3, average(a, k, keepdims));
  AGREE(3, average(a, k, returned));
  AGREE(3, average(a, w, k));
  AGREE(3, average(a, k, w, returned));
  AGREE(3, average(a, w, k, keepdims, returned));
  const auto& x = operands.first;
  const tensor two{1., 3.};
  const tensor three{1., 0., 2.};
  test::same_results(average(x, axis(0), two), average(x, _0, two));
  test::same_results(average(x, three, axis(-2), returned), average(x, three, _1, returned));
  test::same_results(average(x, w, axis(2), _0), average(x, w, _0, _2));
  CHECK(
      text_of<shape_error>([&] { average(x, axis(1), two); }) ==
      "stria: average: weights of the shape (2,) for elements of the shape (2, 3, 4); weights must "
      "be numbers with the shape of the elements, or a vector along the only axis of the call");
}

TEST_CASE("derivatives and integrals") {
  const auto operands = some_operands();
  const auto& x = operands.first;
  AGREE(3, gradient(a, k));
  AGREE(3, gradient(a, 0.5, k));
  const tensor<double, 2, 3, 4> places = operands.second * 0.5;
  AGREE(3, trapezoid(a, k));
  AGREE(3, trapz(a, 0.5, k));
  AGREE(3, trapezoid(a, places, k));
  const tensor at{0., 1., 4.};
  const tensor four{0., 1., 4., 5.};
  test::same_results(gradient(x, at, axis(1), edge_order(2)), gradient(x, at, _1, edge_order(2)));
  test::same_results(gradient(x, at, four, axis(1), axis(2)), gradient(x, at, four, _1, _2));
  test::same_results(gradient(x, four, at, axis(2), _1), gradient(x, four, at, _2, _1));
  test::same_results(trapezoid(x, at, axis(-2)), trapezoid(x, at, _1));
  CHECK(trapezoid(at, axis(0)) == trapezoid(at));
  // The messages have the axis of the call.
  CHECK(text_of<value_error>([&] { gradient(x, axis(0), edge_order(2)); }) ==
        "stria: gradient: axis 0 has 2 elements; with this edge_order it needs 3");
  CHECK(text_of<shape_error>([&] { gradient(x, at, axis(2)); }) ==
        "stria: gradient: there are 3 coordinates for axis 2, which has 4 elements");
  CHECK(text_of<shape_error>([&] { trapezoid(x, at, axis(0)); }) ==
        "stria: trapezoid: there are 3 coordinates for axis 0, which has 2 elements");
  CHECK_THROWS_AS(gradient(x, axis(1), axis(-2)), value_error);
}

TEST_CASE("differences, also with elements before and after") {
  const auto operands = some_operands();
  AGREE(3, diff(a, k));
  AGREE(3, diff(a, 2, k));
  AGREE(3, diff(a, k, prepended(0)));
  AGREE(3, diff(a, 2, k, appended(7.5), prepended(a)));
  AGREE(3, unwrap(a, k));
  AGREE(3, unwrap(a, 3., k, 8.));
  const auto& x = operands.first;
  CHECK(array_equal(diff(x, prepended(0)), diff(concat(_2, zeros<double>(2, 3, 1), x))));
  CHECK(array_equal(diff(x, _1, appended(x)), diff(concat(_1, x, x), _1)));
  CHECK(array_equal(diff(x, 3, prepended(x), appended(1)),
                    diff(concat(_2, x, x, ones<double>(2, 3, 1)), 3)));
  // NumPy does not look at the ends if the order is 0.
  CHECK(array_equal(diff(x, _0, _1, appended(1.)), x));
  CHECK(array_equal(diff(tensor<int, 3>{4, 6, 9}, 0, prepended(1)), tensor{4, 6, 9}));
  // As in NumPy, the elements have the common type, and a tensor of rank 0 is a number.
  const tensor<int, 3> v{4, 6, 9};
  STATIC_REQUIRE(std::same_as<detail::value_t<decltype(diff(v, prepended(0.5)))>, double>);
  CHECK(array_equal(diff(v, prepended(0)), tensor{4, 2, 3}));
  CHECK(array_equal(diff(v, prepended(tensor<int>(1)), appended(v)), tensor{3, 2, 3, -5, 2, 3}));
  STATIC_REQUIRE(
      array_equal(diff(tensor{4, 6, 9}, 1, prepended(1), appended(9)), tensor{3, 2, 3, 0}));
  CHECK_THROWS_AS(diff(x, _0, prepended(x[_, range(_, 2)])), shape_error);
  CHECK_THROWS_AS(diff(x, axis(0), prepended(x[_, range(_, 2)])), shape_error);
  CHECK_THROWS_AS(diff(x, -1, axis(0), prepended(0)), value_error);
}

TEST_CASE("sorts") {
  const auto operands = some_operands();
  AGREE(3, argpartition(a, 1, k));
  AGREE(3, sort(a, k, descending));
  AGREE(3, argsort(a, k, descending));
  AGREE(3, top_k(a, 2, k));
  AGREE(3, unique(concat(k, a, a), k));
  AGREE(3, lexsort(std::tuple{a, a * -1.}, k));
  AGREE(2, lexsort(a, k));
  CHECK(text_of<index_error>([&] { argpartition(operands.first, 9, axis(1)); }) ==
        "stria: index 9 is out of bounds for axis 1, which has 3 elements: use -3 to 2");
}
