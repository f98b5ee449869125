// SPDX-License-Identifier: BSL-1.0
// Every function object of the library: with a line in grad/slope.hpp, without a derivative, or
// refused by name. The test `tree` requires a row for each.
#include <stria/grad.hpp>
#include <stria/stria.hpp>

#include "common.hpp"

#include <cstdint>

using namespace stria;
using namespace stria::detail;
using stria::index;

namespace {

enum class slopes { rule, none, no_rule };
using enum slopes;

/// `none`: the results are integers or bools, so an expression has no derivative through them.
template <class F> constexpr bool row(slopes kind) { return slope_of<F>::exists == (kind == rule); }

} // namespace

TEST_CASE("functions with a derivative") {
  STATIC_REQUIRE(row<add_fn>(rule));
  STATIC_REQUIRE(row<subtract_fn>(rule));
  STATIC_REQUIRE(row<multiply_fn>(rule));
  STATIC_REQUIRE(row<divide_fn>(rule));
  STATIC_REQUIRE(row<negate_fn>(rule));
  STATIC_REQUIRE(row<identity_fn>(rule));
  STATIC_REQUIRE(row<sqrt_fn>(rule));
  STATIC_REQUIRE(row<cbrt_fn>(rule));
  STATIC_REQUIRE(row<exp_fn>(rule));
  STATIC_REQUIRE(row<exp2_fn>(rule));
  STATIC_REQUIRE(row<expm1_fn>(rule));
  STATIC_REQUIRE(row<log_fn>(rule));
  STATIC_REQUIRE(row<log1p_fn>(rule));
  STATIC_REQUIRE(row<log2_fn>(rule));
  STATIC_REQUIRE(row<log10_fn>(rule));
  STATIC_REQUIRE(row<sin_fn>(rule));
  STATIC_REQUIRE(row<cos_fn>(rule));
  STATIC_REQUIRE(row<tan_fn>(rule));
  STATIC_REQUIRE(row<asin_fn>(rule));
  STATIC_REQUIRE(row<acos_fn>(rule));
  STATIC_REQUIRE(row<atan_fn>(rule));
  STATIC_REQUIRE(row<sinh_fn>(rule));
  STATIC_REQUIRE(row<cosh_fn>(rule));
  STATIC_REQUIRE(row<tanh_fn>(rule));
  STATIC_REQUIRE(row<asinh_fn>(rule));
  STATIC_REQUIRE(row<acosh_fn>(rule));
  STATIC_REQUIRE(row<atanh_fn>(rule));
  STATIC_REQUIRE(row<erf_fn>(rule));
  STATIC_REQUIRE(row<erfc_fn>(rule));
  STATIC_REQUIRE(row<floor_fn>(rule));
  STATIC_REQUIRE(row<ceil_fn>(rule));
  STATIC_REQUIRE(row<trunc_fn>(rule));
  STATIC_REQUIRE(row<round_fn>(rule));
  STATIC_REQUIRE(row<fabs_fn>(rule));
  STATIC_REQUIRE(row<atan2_fn>(rule));
  STATIC_REQUIRE(row<hypot_fn>(rule));
  STATIC_REQUIRE(row<copysign_fn>(rule));
  STATIC_REQUIRE(row<pow_fn>(rule));
  STATIC_REQUIRE(row<fmod_fn>(rule));
  STATIC_REQUIRE(row<fma_fn>(rule));
  STATIC_REQUIRE(row<fmax_fn>(rule));
  STATIC_REQUIRE(row<fmin_fn>(rule));
  STATIC_REQUIRE(row<maximum_fn>(rule));
  STATIC_REQUIRE(row<minimum_fn>(rule));
  STATIC_REQUIRE(row<abs_fn>(rule));
  STATIC_REQUIRE(row<sign_fn>(rule));
  STATIC_REQUIRE(row<square_fn>(rule));
  STATIC_REQUIRE(row<floor_divide_fn>(rule));
  STATIC_REQUIRE(row<remainder_fn>(rule));
  STATIC_REQUIRE(row<clip_fn>(rule));
  STATIC_REQUIRE(row<where_fn>(rule));
  STATIC_REQUIRE(row<cast_fn<float>>(rule));
  STATIC_REQUIRE(row<true_divide_fn>(rule));
  STATIC_REQUIRE(row<positive_fn>(rule));
  STATIC_REQUIRE(row<logaddexp_fn>(rule));
  STATIC_REQUIRE(row<logaddexp2_fn>(rule));
  STATIC_REQUIRE(row<heaviside_fn>(rule));
  STATIC_REQUIRE(row<reciprocal_fn>(rule));
  STATIC_REQUIRE(row<sinc_fn>(rule));
  STATIC_REQUIRE(row<deg2rad_fn>(rule));
  STATIC_REQUIRE(row<rad2deg_fn>(rule));
  STATIC_REQUIRE(row<nan_to_num_fn<float>>(rule));
  STATIC_REQUIRE(row<choose_fn>(rule));
  STATIC_REQUIRE(row<band_fn<true>>(rule));
}

TEST_CASE("functions with integers and bools as results") {
  STATIC_REQUIRE(row<modulo_fn>(none));
  STATIC_REQUIRE(row<bit_and_fn>(none));
  STATIC_REQUIRE(row<bit_or_fn>(none));
  STATIC_REQUIRE(row<bit_xor_fn>(none));
  STATIC_REQUIRE(row<shift_left_fn>(none));
  STATIC_REQUIRE(row<shift_right_fn>(none));
  STATIC_REQUIRE(row<equal_fn>(none));
  STATIC_REQUIRE(row<not_equal_fn>(none));
  STATIC_REQUIRE(row<less_fn>(none));
  STATIC_REQUIRE(row<greater_fn>(none));
  STATIC_REQUIRE(row<less_equal_fn>(none));
  STATIC_REQUIRE(row<greater_equal_fn>(none));
  STATIC_REQUIRE(row<logical_and_fn>(none));
  STATIC_REQUIRE(row<logical_or_fn>(none));
  STATIC_REQUIRE(row<logical_not_fn>(none));
  STATIC_REQUIRE(row<bit_not_fn>(none));
  STATIC_REQUIRE(row<isnan_fn>(none));
  STATIC_REQUIRE(row<isinf_fn>(none));
  STATIC_REQUIRE(row<isfinite_fn>(none));
  STATIC_REQUIRE(row<signbit_fn>(none));
  STATIC_REQUIRE(row<exponent_fn>(none));
  STATIC_REQUIRE(row<isclose_fn>(none));
  STATIC_REQUIRE(row<logical_xor_fn>(none));
  STATIC_REQUIRE(row<gcd_fn>(none));
  STATIC_REQUIRE(row<lcm_fn>(none));
  STATIC_REQUIRE(row<isposinf_fn>(none));
  STATIC_REQUIRE(row<isneginf_fn>(none));
  STATIC_REQUIRE(row<iscomplex_fn>(none));
  STATIC_REQUIRE(row<isreal_fn>(none));
  STATIC_REQUIRE(row<bitwise_count_fn>(none));
  STATIC_REQUIRE(row<few_members_fn<int>>(none));
  STATIC_REQUIRE(row<any_member_fn<int>>(none));
  STATIC_REQUIRE(row<sorted_member_fn<int>>(none));
  STATIC_REQUIRE(row<table_member_fn<int>>(none));
  STATIC_REQUIRE(row<choice_fn<3>>(none));
  STATIC_REQUIRE(row<is_no_nan_fn>(none));
  STATIC_REQUIRE(row<equals_fn<float>>(none));
  STATIC_REQUIRE(row<place_fn<out_of_bounds::raise_t, false, std::array<index, 1>{1}>>(none));
}

TEST_CASE("functions that are refused") {
  STATIC_REQUIRE(row<tgamma_fn>(no_rule));
  STATIC_REQUIRE(row<lgamma_fn>(no_rule));
  STATIC_REQUIRE(row<nextafter_fn>(no_rule));
  STATIC_REQUIRE(row<ldexp_fn>(no_rule));
  STATIC_REQUIRE(row<mantissa_fn>(no_rule));
  STATIC_REQUIRE(row<fraction_fn>(no_rule));
  STATIC_REQUIRE(row<whole_part_fn>(no_rule));
  STATIC_REQUIRE(row<conj_fn>(no_rule));
  STATIC_REQUIRE(row<real_fn>(no_rule));
  STATIC_REQUIRE(row<imag_fn>(no_rule));
  STATIC_REQUIRE(row<arg_fn>(no_rule));
  STATIC_REQUIRE(row<i0_fn>(no_rule));
  STATIC_REQUIRE(row<round_to_fn>(no_rule));
  STATIC_REQUIRE(row<take_value_fn>(no_rule));
  STATIC_REQUIRE(row<blend_fn<float, add_fn>>(no_rule));
  STATIC_REQUIRE(row<tied_fn<2>>(no_rule));
  STATIC_REQUIRE(row<bind_fn<add_fn>>(no_rule));
  STATIC_REQUIRE(row<apply_bound_fn>(no_rule));
  STATIC_REQUIRE(row<weighted_fn<float>>(no_rule));
  STATIC_REQUIRE(row<weighted_three_fn<float>>(no_rule));
  STATIC_REQUIRE(row<quotient_of_difference_fn<float, float>>(no_rule));
  STATIC_REQUIRE(row<trapezoid_fn<float>>(no_rule));
  STATIC_REQUIRE(row<broadcast_arrays_fn>(no_rule));
  STATIC_REQUIRE(row<without_nan_fn>(no_rule));
  STATIC_REQUIRE(row<nan_deviation_fn>(no_rule));
  STATIC_REQUIRE(row<magnitude_fn<float>>(no_rule));
  STATIC_REQUIRE(row<power_of_fn<float>>(no_rule));
  STATIC_REQUIRE(row<unchanged_fn>(no_rule));
  STATIC_REQUIRE(row<piecewise_fn<float, std::index_sequence<0>, add_fn>>(no_rule));
  STATIC_REQUIRE(row<unwrap_fn<float>>(no_rule));
  STATIC_REQUIRE(row<held_fn<float, "concat">>(no_rule));
  STATIC_REQUIRE(row<inserted_fn<float>>(no_rule));
  STATIC_REQUIRE(row<finish_fn<sum_op, float>>(no_rule));
  STATIC_REQUIRE(row<static_finish_fn<sum_op, float, 3>>(no_rule));
  STATIC_REQUIRE(row<deviation_fn>(no_rule));
  STATIC_REQUIRE(row<square_in_fn<float>>(no_rule));
  STATIC_REQUIRE(row<pending_fn<add_fn>>(no_rule));
  STATIC_REQUIRE(row<fold_terms_fn<sum_op, float>>(no_rule));
}
