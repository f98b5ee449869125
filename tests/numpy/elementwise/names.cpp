// SPDX-License-Identifier: BSL-1.0
// Functions with names of the Array API standard and of NumPy, and functions for the representation
// of numbers, such as frexp. The results are compared with NumPy (record_names.py).
#include "../recorded_case.hpp"
#include "../recorded_names.hpp"
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <complex>
#include <concepts>
#include <limits>
#include <string>
#include <vector>

using namespace stria;
using stria::index;
using test::inf;
using test::qnan;

namespace {

#define SAME(name, ...)                                                                            \
  do {                                                                                             \
    INFO(name);                                                                                    \
    test::check_case(test::recorded_names.at(name), __VA_ARGS__);                                  \
  } while (false)
#define REFUSED(...) STATIC_REQUIRE(detail::is_refused<decltype(__VA_ARGS__)>)

const dtensor<int, 3> a = reshape(remainder(arange<int>(24) * 7 + 3, 11), 2, 3, 4);
const dtensor<double, 2> m{{1.0, -2.0, 3.0}, {-4.0, 5.5, 0.0}};
const tensor<double, 12> v{0.0,    -0.0,   1.0,      -1.5, 2.75, -1e300,
                           5e-324, 1e-310, 65536.25, qnan, inf,  -inf};
constexpr tensor i{-7, -3, -1, 0, 1, 2, 6, 2147483647, std::numeric_limits<int>::min()};
const tensor<short, 9> j{2, -2, 3, 5, -4, 1, 4, 7, 3};
const dtensor<double, 1> t{-0.9, -0.25, 0.0, 0.5, 1.0};
const dtensor<std::complex<double>, 1> z{{1, 2}, {-3, 0}, {0, -1}, {2.5, 0}};
constexpr tensor<unsigned char, 7> ints{1, 5, 6, 7, 12, 255, 0};
const dtensor<int, 1> by{0, 1, 2, 3, 4, 5, 6};

} // namespace

TEST_CASE("std_ is std_dev") {
  CHECK(array_equal(std_(m, _0, ddof(1)), std_dev(m, _0, ddof(1))));
  CHECK(array_equal(std_(m, axis(-1), keepdims), std_dev(m, _1, keepdims)));
  CHECK(std_(m) == std_dev(m));
  REFUSED(std_(m, _2));
}

TEST_CASE("running sums and products with initial values") {
  SAME("cumulative_sum", cumulative_sum(a, _1));
  SAME("cumulative_sum", cumulative_sum(a + 0, axis(-2)));
  SAME("cumulative_prod", cumulative_prod(m, _0));
  SAME("cumulative_flat", cumulative_sum(m));
  SAME("started_sum_0", cumulative_sum(a, _0, include_initial));
  SAME("started_sum_1", cumulative_sum(a * 1, -_2, include_initial));
  SAME("started_sum_2", cumulative_sum(a, axis(2), include_initial));
  SAME("started_sum_2", cumulative_sum(eval(a), -_1, include_initial));
  SAME("started_prod", cumulative_prod(m, _1, include_initial));
  SAME("started_nan", cumulative_sum(v, include_initial));
  SAME("started_nan", cumulative_sum(v, _0, include_initial));
  SAME("started_back", cumulative_sum(m[_, rev()], _1, include_initial));
  SAME("started_empty", cumulative_sum(m[_, range(0, 0)], _1, include_initial));
  SAME("started_none", cumulative_sum(m[range(0, 0)], _1, include_initial));
  SAME("started_bools", cumulative_sum(a > 4, _2, include_initial));
  STATIC_REQUIRE(array_equal(cumulative_sum(tensor{1, 2, 3}, _0, include_initial),
                             tensor<index, 4>{0, 1, 3, 6}));
  STATIC_REQUIRE(detail::extents_of<decltype(cumulative_sum(i, _0, include_initial))>[0].size ==
                 10);
  STATIC_REQUIRE(std::same_as<decltype(cumulative_sum(i, _0, include_initial))::value_type,
                              decltype(cumsum(i, _0))::value_type>);
  CHECK_THROWS_AS(cumulative_sum(a, axis(3)), index_error);
  REFUSED(cumulative_sum(m, _2));
  REFUSED(cumulative_prod(m, _2, include_initial));
}

TEST_CASE("the representation of numbers") {
  SAME("fabs", fabs(v));
  SAME("fabs_integers", fabs(i));
  SAME("isposinf", isposinf(v));
  SAME("isneginf", isneginf(v * 1.));
  SAME("isreal", isreal(z));
  SAME("iscomplex", iscomplex(z));
  SAME("isreal_reals", isreal(v));
  CHECK(none_of(isposinf(i)));
  SAME("bitwise_count", bitwise_count(i));
  SAME("bitwise_count", bitwise_count(cast<long>(i)));
  STATIC_REQUIRE(array_equal(bitwise_count(ints), tensor{1, 2, 2, 3, 2, 8, 0}));
  STATIC_REQUIRE(std::same_as<decltype(bitwise_count(i))::value_type, std::uint8_t>);
  STATIC_REQUIRE(std::same_as<decltype(fabs(i))::value_type, double>);
  STATIC_REQUIRE(std::same_as<decltype(fabs(cast<float>(m)))::value_type, float>);

  SAME("ldexp", ldexp(v, 3));
  SAME("ldexp_back", ldexp(v, -7));
  SAME("ldexp_broadcast", ldexp(m[_, _, newaxis], j[range(0, 4)]));
  SAME("ldexp_integers", ldexp(i, j));
  CHECK(test::holds(ldexp(tensor{1., -1., 0.}, std::numeric_limits<long>::max()), {inf, -inf, 0}));
  CHECK(test::holds(ldexp(tensor{1., -1., 0.}, std::numeric_limits<long>::min()), {0, -0., 0}));
  CHECK(test::holds(ldexp(tensor{1., 2.}, ~0UL), {inf, inf}));
  const auto [mantissas, exponents] = frexp(v);
  SAME("frexp", mantissas);
  SAME("frexp_exponent", exponents);
  CHECK(array_equal(ldexp(mantissas, exponents), v, true));
  STATIC_REQUIRE(std::same_as<std::remove_cvref_t<decltype(exponents)>::value_type, int>);
  const auto [of_integers, of_integers_2] = frexp(eval(i));
  SAME("frexp_integers", of_integers);
  SAME("frexp_integers_exponent", of_integers_2);
  const auto [rest, whole] = modf(v);
  SAME("modf", rest);
  SAME("modf_whole", whole);
  const auto [rest_of_integers, integers] = modf(i * 1);
  SAME("modf_integers", rest_of_integers);
  SAME("modf_integers_whole", integers);
  STATIC_REQUIRE(std::same_as<std::remove_cvref_t<decltype(integers)>::value_type, double>);
  CHECK(std::get<0>(modf(cast<float>(m[range(0, 0)]))).size() == 0);

  REFUSED(fabs(z));
  REFUSED(isposinf(z));
  REFUSED(frexp(z));
  REFUSED(modf(z));
  REFUSED(bitwise_count(v));
  REFUSED(bitwise_count(a > 3));
  REFUSED(ldexp(m, m));
  REFUSED(ldexp(i, tensor{1, 2}));
  REFUSED(fabs(std::vector<double>{1.}));
}

TEST_CASE("numbers still use the functions of the C library") {
  double whole = 0;
  int exponent = 0;
  CHECK(fabs(-1.5) == 1.5);
  CHECK(ldexp(0.75, 2) == 3);
  CHECK((modf(2.5, &whole) == 0.5 && whole == 2));
  CHECK((frexp(4., &exponent) == 0.5 && exponent == 3));
  CHECK(rint(2.5) == 2);
  CHECK(std::fabs(-2.f) == 2);
}

TEST_CASE("named operators") {
  SAME("add", add(m, m[_0]));
  SAME("subtract", subtract(m[_0], m));
  SAME("multiply", multiply(a, a[_0, range(_0, _1)]));
  SAME("divide", divide(i, j));
  SAME("divide", true_divide(i, j));
  SAME("divide_reals", divide(m, 2));
  SAME("power", power(abs(m), 1.5));
  SAME("mod", mod(i, j));
  SAME("floor_divide", floor_divide(i, j));
  SAME("negative", negative(v));
  SAME("positive", positive(i));
  SAME("absolute", absolute(z));
  SAME("conjugate_imag", imag(conjugate(z)));
  SAME("angle", angle(z));
  SAME("equal", equal(i, j));
  SAME("not_equal", not_equal(v, v));
  SAME("less", less(i, j));
  SAME("less_equal", less_equal(v, v));
  SAME("greater", greater(m, 0));
  SAME("greater_equal", greater_equal(0, m));
  SAME("logical_and", logical_and(m, m > 0.));
  SAME("logical_or", logical_or(v, v < 0.));
  SAME("logical_xor", logical_xor(i, j > 2));
  SAME("logical_not", logical_not(m));
  SAME("bitwise_and", bitwise_and(i, j));
  SAME("bitwise_or", bitwise_or(i, j));
  SAME("bitwise_xor", bitwise_xor(i, 5));
  SAME("left_shift", bitwise_left_shift(cast<int>(ints), by));
  SAME("left_shift", left_shift(cast<int>(ints), by));
  SAME("right_shift", bitwise_right_shift(ints, by));
  SAME("right_shift", right_shift(ints, by));
  SAME("bitwise_not", bitwise_not(i));
  SAME("bitwise_not", bitwise_invert(i));
  SAME("bitwise_not", invert(i));
  SAME("arcsin", arcsin(t));
  SAME("arccos", arccos(t));
  SAME("arctan", arctan(t));
  SAME("arcsinh", arcsinh(t));
  SAME("arccosh", arccosh(t + 2.));
  SAME("arctanh", arctanh(t[range(0, 4)]));
  SAME("arctan2", arctan2(t, t[rev()]));
  SAME("rint", rint(tensor{0.5, -0.5, 1.5, 2.5, -2.75, qnan, inf}));
  SAME("fix", fix(v));
  SAME("degrees", degrees(t));
  SAME("radians", radians(t));
  STATIC_REQUIRE(std::same_as<decltype(add(i, 1)), decltype(i + 1)>);
  STATIC_REQUIRE(std::same_as<decltype(less(i, j)), decltype(i < j)>);
  STATIC_REQUIRE(std::same_as<decltype(divide(j, j))::value_type, double>);
  STATIC_REQUIRE(std::same_as<decltype(divide(cast<float>(m), 2.f))::value_type, float>);
  STATIC_REQUIRE(array_equal(logical_xor(tensor{1, 0, 2}, tensor{true, false, false}),
                             tensor{false, false, true}));
  CHECK_THROWS_AS(add(m, a), shape_error);
  REFUSED(add(i, tensor{1, 2}));
  REFUSED(multiply(m, std::vector<double>{1., 2.}));
  REFUSED(bitwise_and(m, 1));
  REFUSED(less(z, z));
}
