// SPDX-License-Identifier: BSL-1.0
// Further parameters of functions, compared with NumPy (record_parameters.py).
#include "catch.hpp"
#include "recorded_case.hpp"
#include "recorded_parameters.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <concepts>
#include <limits>
#include <string>

using namespace stria;
using stria::index;
using test::inf;
using test::qnan;

namespace {

#define SAME(name, ...)                                                                            \
  do {                                                                                             \
    INFO(name);                                                                                    \
    test::check_case(test::recorded_parameters.at(name), __VA_ARGS__);                             \
  } while (false)

const dtensor<int, 3> a = reshape(remainder(arange<int>(24) * 7 + 3, 11), 2, 3, 4);
const tensor<double, 3, 4> x{{1.5, -2.25, qnan, 3.0}, {0.0, -0.0, 7.5, -inf}, {2.0, 2.0, 1.0, inf}};
const dtensor<double, 2> m{{1.0, -2.0, 3.0}, {-4.0, 5.5, 0.0}};
const dtensor<std::complex<double>, 1> z{{1.235, -2.345}, {-0.5, 1.5}};

template <class Error, class F> std::string text_of(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const error&>(e).what();
  }
  return "nothing was thrown";
}

} // namespace

TEST_CASE("roll along several axes") {
  SAME("roll_two", roll(a, {1, -2}, _0, _2));
  SAME("roll_two", roll(a + 0, {1, -2}, axis(0), _2));
  SAME("roll_two", roll(a, {1, -2}, axis(-3), axis(2)));
  const int n = -5;
  SAME("roll_back", roll(a, {n, 1, 7}, _0, _1, _2));
  SAME("roll_again", roll(a, {1, 2}, _1, -_2));
  SAME("roll_same", roll(a, 1, _0, _1));
  CHECK(eval(roll(m[range(0, 0)], {1, 1}, _0, _1)).size() == 0);
  auto b = a;
  b = roll(b, {1, -2}, _0, _2);
  SAME("roll_two", b);
}

TEST_CASE("descending sorts") {
  SAME("descending_last", sort(a, descending));
  SAME("descending_last", sort(a + 0, -_1, descending));
  SAME("descending_0", sort(a, _0, descending));
  SAME("descending_0", sort(a, axis(0), descending));
  SAME("descending_nan", sort(x, descending));
  SAME("descending_places", argsort(a, _1, descending));
  SAME("descending_places", argsort(a, axis(-2), descending));
  SAME("descending_places_nan", argsort(x, descending));
  STATIC_REQUIRE(array_equal(sort(tensor{1, 3, 2}, descending), tensor{3, 2, 1}));
  // Equal elements keep their order.
  CHECK(array_equal(argsort(dtensor<int, 1>{1, 2, 1, 2, 1}, descending),
                    dtensor<index, 1>{1, 3, 0, 2, 4}));
  CHECK(array_equal(take_along_axis(a, argsort(a, descending), -_1), sort(a, descending)));
}

TEST_CASE("linspace without its end") {
  SAME("linspace", linspace(0, 1, 8, exclude_endpoint));
  SAME("linspace", linspace(0, 1, 8_c, endpoint(false)));
  SAME("linspace_back", linspace(3, -3, 5, exclude_endpoint));
  SAME("linspace_one", linspace(2, 3, 1, exclude_endpoint));
  SAME("linspace_50", linspace(0, 1, exclude_endpoint));
  SAME("linspace_integers", linspace<int>(0, 10, 4, exclude_endpoint));
  CHECK(array_equal(linspace(0, 1, 8, endpoint(true)), linspace(0, 1, 8)));
  CHECK(linspace(0, 1, 0, exclude_endpoint).size() == 0);
  CHECK_THROWS_AS(linspace(0, 1, -1, exclude_endpoint), value_error);
  STATIC_REQUIRE(linspace(0, 1, _4, exclude_endpoint).storage()[3] == 0.75);
}

TEST_CASE("eye with a shifted diagonal") {
  SAME("eye_1", eye(3, 4, 1));
  SAME("eye_1", eye<int>(_3, _4, _1));
  SAME("eye_back", eye(3, 4, -2));
  SAME("eye_out", eye(2, 2, 5));
  CHECK(sum(eye(3, 3, std::numeric_limits<index>::min())) == 0);
  CHECK(sum(eye(3, 3, std::numeric_limits<index>::max())) == 0);
  STATIC_REQUIRE(std::same_as<decltype(eye<int>(_3, _4, 1)), tensor<int, 3, 4>>);
  CHECK_THROWS_AS(eye(-1, 3, 0), value_error);
}

TEST_CASE("clip with one bound") {
  SAME("clip_lo", clip(x, 1, _));
  SAME("clip_hi", clip(x, _, 1));
  SAME("clip_broadcast", clip(a, a[_0], _));
  CHECK(array_equal(clip(a, _, _), a));
  CHECK(array_equal(clip(m, m, _), m));
  CHECK_THROWS_AS(clip(a, _, dtensor<int, 1>(3)), shape_error);
}

TEST_CASE("differences of a higher order") {
  const int two = 2;
  SAME("diff_2", diff(a, two, _1));
  SAME("diff_2", diff(a, _2, _1));
  SAME("diff_2", diff(a, 2, axis(1)));
  SAME("diff_3", diff(a, 3));
  SAME("diff_3", diff(a, 3_c, -_1));
  SAME("diff_0", diff(a, 0, _0));
  SAME("diff_0", diff(a, _0, _0));
  SAME("diff_many", diff(a, 9, _0));
  SAME("diff_many", diff(a, 9_c, _0));
  SAME("diff_bools", diff(a > 4, 2, -_1));
  SAME("diff_joined", diff(concat(_1, zeros(2, 1), m, full(9., 2, 1)), 1, _1));
  STATIC_REQUIRE(detail::extents_of<decltype(diff(x, _2, _0))>[0].size == 1);
  CHECK_THROWS_AS(diff(a, -1, _0), value_error);
  CHECK_THROWS_AS(diff(a, 2, axis(3)), index_error);
}

TEST_CASE("searchsorted through a sorter") {
  const dtensor<double, 1> s{30, 10, 20, 20}, v{5, 10, 20, 25, 31, qnan};
  const auto order = eval(argsort(s));
  SAME("searchsorted", searchsorted(s, v, order));
  SAME("searchsorted", searchsorted(s, v, search_side::left, argsort(s)));
  SAME("searchsorted_right", searchsorted(s, v, search_side::right, order));
  CHECK(searchsorted(s, 20., order) == 1);
  CHECK(searchsorted(s, 20., search_side::right, order) == 3);
  CHECK_THROWS_AS(eval(searchsorted(s, v, dtensor<index, 1>{4, 0, 1, 2})), index_error);
}

TEST_CASE("tensordot over pairs of axes") {
  SAME("tensordot_pair", tensordot(a, a, _1, _1));
  SAME("tensordot_one", tensordot(m, m, _0, _0));
  SAME("tensordot_one", tensordot(m * 1., transpose(m), -_2, axes<1>));
  SAME("tensordot_two", tensordot(a, permute<2, 0, 1>(a), axes<0, 2>, axes<1, 0>));
  SAME("tensordot_none", tensordot(m, m[_0], axes<>, axes<>));
  SAME("tensordot_none", tensordot(m, m[_0], _0));
  STATIC_REQUIRE(
      array_equal(tensordot(tensor{{1, 2}, {3, 4}}, tensor{5, 6}, _0, _0), tensor{23, 34}));
  CHECK(text_of<shape_error>([&] { tensordot(a, m, _1, _0); }) ==
        "stria: tensordot: the shapes (2, 3, 4) and (2, 3) don't match: axis 1 of the first is "
        "summed with axis 0 of the second");
}

TEST_CASE("round to decimals") {
  const dtensor<double, 1> v{0.5,         -1.5,  2.5,  0.125, -0.375, 12345.678,
                             -98765.4321, 1e300, qnan, inf,   -inf};
  const dtensor<int, 1> i{15, 25, -25, 35, 149, 151, -1250, 7, 0};
  SAME("round_2", round(v, 2));
  SAME("round_2", around(v, 2));
  SAME("round_0", round(v, 0));
  SAME("round_0", around(v));
  SAME("round_back", round(v, -3));
  SAME("round_integers", round(i, 1));
  SAME("round_integers_1", round(i, -1));
  SAME("round_integers_2", round(i, -2));
  SAME("round_complex_real", real(round(z, 2)));
  SAME("round_complex_imag", imag(round(z, 2)));
  STATIC_REQUIRE(std::same_as<decltype(round(i, -1))::value_type, int>);
  STATIC_REQUIRE(std::same_as<decltype(round(cast<float>(v), 1))::value_type, float>);
  // The power of ten, or the product with it, overflows.
  CHECK(array_equal(round(v, 310), v, true));
  CHECK(array_equal(round(v[range(0, 8)], -400), zeros(8)));
  CHECK(array_equal(round(i, -30), zeros<int>(9)));
  CHECK(array_equal(round(v, std::numeric_limits<index>::max()), v, true));
  CHECK(array_equal(round(v[range(0, 8)], std::numeric_limits<index>::min()), zeros(8)));
  CHECK(eval(round(tensor{1e300}, 20))[0] == 1e300);
  CHECK(eval(round(tensor{std::numeric_limits<int>::min()}, -1))[0] == -2147483650 + 4294967296);
}

TEST_CASE("sparse coordinates") {
  const tensor p{1, 2, 3};
  const tensor q{4, 5};
  const tensor r{6};
  SAME("sparse_0", std::get<0>(meshgrid(p, q, sparse)));
  SAME("sparse_1", std::get<1>(meshgrid(p, q, sparse)));
  SAME("sparse_ij_0", std::get<0>(meshgrid_ij(p, q, sparse)));
  SAME("sparse_of_three", std::get<2>(meshgrid(p, q, r, sparse)));
  SAME("sparse_1", std::get<1>(meshgrid(p * 1, q + 0, sparse)));
  CHECK(shares_storage(std::get<0>(meshgrid(p, q, sparse)), p));
  const auto [u, v] = meshgrid(p, q);
  const auto [s, t] = meshgrid(p, q, sparse);
  CHECK(array_equal(u + v, s + t));
}

TEST_CASE("norms by an order") {
  dtensor<double, 1> of_vector(9);
  int at = 0;
  for (const double p : {0., 0.5, 1., 2., 3., inf, -inf, -1., -2.})
    of_vector[at++] = norm(m[_0], p);
  SAME("norm_of_vector", of_vector);
  CHECK(norm(m[_0], 1) == 6);
  SAME("norm_axis", norm(m, 1, _0));
  SAME("norm_axis", norm(m * 1., 1., axis(0)));
  SAME("norm_axis_keep", norm(m, inf, _1, keepdims));
  SAME("norm_axis_keep", norm(m, inf, axis(1), keepdims));
  SAME("norm_of_matrix",
       dtensor<double, 1>{norm(m, 1), norm(m, -1), norm(m, inf), norm(m, -inf), norm(m, "fro")});
  SAME("norm_of_axes", norm(a, 1, _0, _2));
  SAME("norm_of_axes", norm(a, 1, axis(0), axis(2)));
  SAME("norm_of_axes_turned", norm(a, 1, _2, _0));
  SAME("norm_of_axes_keep", norm(a, -inf, _1, _2, keepdims));
  SAME("norm_of_complex", dtensor<double, 1>{norm(z, 1), norm(z, 3), norm(z, inf)});
  CHECK(array_equal(norm(m, "fro", _0, _1, keepdims), norm(m, keepdims)));
  STATIC_REQUIRE(std::same_as<decltype(norm(cast<float>(m), 1, _0))::value_type, float>);
  CHECK(norm(tensor{std::numeric_limits<int>::min()}, 1) == 2147483648.);
  CHECK(text_of<value_error>([&] { norm(m, 2); }) ==
        "stria: norm: the order of a matrix norm is 1, -1, infinity, -infinity or \"fro\"; 2, -2 "
        "and \"nuc\", which need singular values, are in stria::linalg");
  CHECK_THROWS_AS(norm(m, "nuc"), value_error);
  CHECK_THROWS_AS(norm(m[_0, range(0, 0)], inf), value_error);
}

TEST_CASE("invalid calls") {
  const dtensor<double, 1> v{3, 1, 2};
  const tensor<double, 2, 3> s{{1, 2, 3}, {4, 5, 6}};
#define REFUSED(...) STATIC_REQUIRE(detail::is_refused<decltype(__VA_ARGS__)>)
  REFUSED(clip(v));
  REFUSED(clip(v, 0.));
  REFUSED(top_k(v));
  REFUSED(top_k(m + 1.));
  REFUSED(roll(s, {1, 2}));
  REFUSED(roll(s, {1, 2}, _0));
  REFUSED(roll(s, {1, 2}, _0, _2));
  REFUSED(roll(s, 1, _0, 1));
  REFUSED(sort(s, _2, descending));
  REFUSED(argsort(z, _0, descending));
  REFUSED(diff(s, -_1, _0));
  REFUSED(diff(s, 1, _2));
  REFUSED(diff(s, 1., _1));
  REFUSED(linspace(0, 1, 2.5, exclude_endpoint));
  REFUSED(eye(3, -_1, 1));
  REFUSED(tensordot(s, s, _0, _1));
  REFUSED(tensordot(s, s, axes<0, 1>, _0));
  REFUSED(tensordot(s, s, axes<0, 2>, axes<0, 1>));
  REFUSED(tensordot(s, s, axes<0, 0>, axes<0, 1>));
  REFUSED(tensordot(s, s, 0, 1));
  REFUSED(norm(a, 1));
  REFUSED(norm(s, 1, _2));
  REFUSED(norm(v, "fro"));
  REFUSED(sum(v, axis(0), axis(0)));
  CHECK(array_equal(gather(s, tensor{0}, axis(0)), gather(s, tensor{0}, _0)));
  // The messages.
  using text = std::string_view;
  CHECK(
      detail::text_of<detail::roll_verdict<std::array<index_t, 2>, decltype(s), constant<0>>>.view() ==
      text("stria: roll: 2 shifts for 1 axes; give one for each axis, or one for all"));
  CHECK(
      detail::text_of<detail::pairs_verdict<decltype(s), decltype(s), constant<0>, constant<1>>>.view() ==
      text("stria: tensordot: the shapes (2, 3) and (2, 3) don't match: axis 0 of the first is "
           "summed with axis 1 of the second"));
  CHECK(detail::text_of<detail::norm_verdict<decltype(a)>>.view() ==
        text("stria: norm with an order needs one axis (of vectors) or two (of matrices), as in "
             "norm(a, 1, _0); here are 3"));
}
