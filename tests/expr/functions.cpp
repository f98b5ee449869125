// SPDX-License-Identifier: BSL-1.0
// Every function object of the library with the members that the evaluator asks for
// (expr/function.hpp). A misspelt member changes a row. The test `tree` requires a row for each
// function object.
#include <stria/expr/function.hpp>
#include <stria/stria.hpp>

#include "common.hpp"

#include <complex>
#include <cstdint>
#include <string>

using namespace stria;
using namespace stria::detail;
using stria::index;

namespace {

template <class T> using row_of = static_row<const T, 1>;
template <class T> using number_of = scalar_row<T>;

/// True if F has another form for a row of integers and one number. Operators have such forms only
/// for some types.
template <class F> constexpr bool has_form_for_one() {
  using bytes = row_of<std::int8_t>;
  using sums = map_row<add_fn, std::index_sequence<0, 1>, bytes, bytes>;
  return has_one<F, sums, number_of<std::int8_t>> || has_one<F, bytes, number_of<std::int8_t>> ||
         has_one<F, bytes, number_of<int>>;
}

/// Adds a word to a list.
void add(std::string& words, bool holds, const char* word) {
  if (holds)
    (words += words.empty() ? "" : " ") += word;
}

/// The forms for blocks of numbers of type T. Of the letters for the arguments, x is a row of T, 1
/// is a number, and z is a row of complex numbers. Z means that the results are complex, too.
template <class F, class T> std::string blocks_of() {
  std::string s;
  add(s, block_function<F, T, row_of<T>>, "x");
  add(s, block_function<F, T, row_of<T>, row_of<T>>, "xx");
  add(s, block_function<F, T, row_of<T>, number_of<T>>, "x1");
  add(s, block_function<F, T, number_of<T>, row_of<T>>, "1x");
  if constexpr (std::is_floating_point_v<T>) {
    using complex = std::complex<T>;
    add(s, block_function<F, T, row_of<complex>>, "z");
    add(s, block_function<F, complex, row_of<complex>>, "Z");
  }
  return s;
}

/// The words of all answers but the text and the blocks of real numbers.
template <class F> std::string answers_of() {
  std::string s;
  add(s, is_pure<F>, "pure");
  add(s, is_expensive_function<F>, "expensive");
  add(s, requires { F::takes; }, "takes");
  add(s, has_form_for_one<F>(), "one");
  add(s, blocks_of<F, int>() != "", "integers");
  add(s, has_simple_form<F>, "simple");
  add(s, has_kernel_body<F>, "kernel");
  add(s, is_on_packs<F, float>, "packs");
  return s;
}

#if defined(STRIA_USE_PACKS)
constexpr bool has_packs = true;
#else
constexpr bool has_packs = false;
#endif
#if defined(STRIA_USE_SIMD)
constexpr bool has_simd = true;
#else
constexpr bool has_simd = false;
#endif
#if defined(STRIA_SQRT_IN_LOOPS)
constexpr const char* blocks_of_sqrt = "";
#else
constexpr const char* blocks_of_sqrt = "x";
#endif

/// Checks the answers of F: its text, or nullptr, and a list of words. "one" is a form for a row
/// and a number, "integers" a form for blocks of integers, "simple" a form for some numbers, and
/// "kernel" the body of a kernel function. `blocks` are the forms for blocks of float and of
/// double, `simd` those with stria::simd. `packs` is an answer only in builds that have packs.
template <class F>
void row(const char* text, std::string answers, const std::string& blocks = "",
         const std::string& simd = "") {
  INFO(__PRETTY_FUNCTION__);
  CHECK(has_text<F> == (text != nullptr));
  CHECK(std::string(name_of<F>()) == (text == nullptr ? "map" : text));
  if (const auto at = answers.find(" packs"); !has_packs && at != std::string::npos)
    answers.erase(at);
  CHECK(answers_of<F>() == answers);
  const std::string& expected = has_simd && simd != "" ? simd : blocks;
  CHECK(blocks_of<F, float>() == expected);
  CHECK(blocks_of<F, double>() == expected);
}

} // namespace

TEST_CASE("the answers of operators") {
  row<add_fn>("+", "pure packs");
  row<subtract_fn>("-", "pure packs");
  row<multiply_fn>("*", "pure packs");
  row<divide_fn>("/", "pure one packs");
  row<modulo_fn>("%", "pure takes one");
  row<bit_and_fn>("&", "pure takes");
  row<bit_or_fn>("|", "pure takes");
  row<bit_xor_fn>("^", "pure takes");
  row<shift_left_fn>("<<", "pure takes one");
  row<shift_right_fn>(">>", "pure takes one");
  row<equal_fn>("==", "pure one");
  row<not_equal_fn>("!=", "pure one");
  row<less_fn>("<", "pure one");
  row<greater_fn>(">", "pure one");
  row<less_equal_fn>("<=", "pure one");
  row<greater_equal_fn>(">=", "pure one");
  row<logical_and_fn>("&&", "pure");
  row<logical_or_fn>("||", "pure");
  row<negate_fn>("-", "pure");
  row<identity_fn>("+", "pure");
  row<logical_not_fn>("!", "pure");
  row<bit_not_fn>("~", "pure takes");
}

TEST_CASE("the answers of functions of <cmath>") {
  row<sqrt_fn>("sqrt", "pure expensive", "", blocks_of_sqrt);
  row<cbrt_fn>("cbrt", "pure expensive takes", "", "x");
  row<exp_fn>("exp", "pure expensive", "", "x Z");
  row<exp2_fn>("exp2", "pure expensive takes", "", "x");
  row<expm1_fn>("expm1", "pure expensive takes", "", "x");
  row<log_fn>("log", "pure expensive", "", "x");
  row<log1p_fn>("log1p", "pure expensive takes", "", "x");
  row<log2_fn>("log2", "pure expensive takes", "", "x");
  row<log10_fn>("log10", "pure expensive", "", "x");
  row<sin_fn>("sin", "pure expensive", "", "x");
  row<cos_fn>("cos", "pure expensive", "", "x");
  row<tan_fn>("tan", "pure expensive", "", "x");
  row<asin_fn>("asin", "pure expensive", "", "x");
  row<acos_fn>("acos", "pure expensive", "", "x");
  row<atan_fn>("atan", "pure expensive", "", "x");
  row<sinh_fn>("sinh", "pure expensive", "", "x");
  row<cosh_fn>("cosh", "pure expensive", "", "x");
  row<tanh_fn>("tanh", "pure expensive", "", "x");
  row<asinh_fn>("asinh", "pure expensive", "", "x");
  row<acosh_fn>("acosh", "pure expensive", "", "x");
  row<atanh_fn>("atanh", "pure expensive", "", "x");
  row<erf_fn>("erf", "pure expensive takes", "", "x");
  row<erfc_fn>("erfc", "pure expensive takes", "", "x");
  row<tgamma_fn>("tgamma", "pure expensive takes", "", "x");
  row<lgamma_fn>("lgamma", "pure expensive takes", "", "x");
  row<floor_fn>("floor", "pure expensive takes");
  row<ceil_fn>("ceil", "pure expensive takes");
  row<trunc_fn>("trunc", "pure expensive takes");
  row<round_fn>("round", "pure takes");
  row<fabs_fn>("fabs", "pure takes");
  row<atan2_fn>("atan2", "pure expensive takes", "", "xx x1 1x");
  row<hypot_fn>("hypot", "pure expensive takes", "xx");
  row<copysign_fn>("copysign", "pure expensive takes");
  row<nextafter_fn>("nextafter", "pure expensive takes");
  row<pow_fn>("pow", "pure expensive integers simple", "x1", "xx x1 1x");
  row<fmod_fn>("fmod", "pure takes");
  row<fma_fn>("fma", "pure");
  row<fmax_fn>("fmax", "pure takes kernel");
  row<fmin_fn>("fmin", "pure takes kernel");
  row<isnan_fn>("isnan", "pure");
  row<isinf_fn>("isinf", "pure");
  row<isfinite_fn>("isfinite", "pure");
  row<signbit_fn>("signbit", "pure takes");
  row<ldexp_fn>("ldexp", "pure takes");
  row<mantissa_fn>("frexp", "pure takes");
  row<exponent_fn>("frexp", "pure takes");
  row<fraction_fn>("modf", "pure takes");
  row<whole_part_fn>("modf", "pure takes");
}

TEST_CASE("the answers of other element-wise functions") {
  row<maximum_fn>("maximum", "pure takes");
  row<minimum_fn>("minimum", "pure takes");
  row<isclose_fn>("isclose", "pure");
  row<abs_fn>("abs", "pure", "z");
  row<conj_fn>("conj", "pure");
  row<sign_fn>("sign", "pure takes");
  row<square_fn>("square", "pure");
  row<floor_divide_fn>("floor_divide", "pure takes");
  row<remainder_fn>("remainder", "pure takes");
  row<clip_fn>("clip", "pure takes");
  row<where_fn>("where", "pure takes");
  row<cast_fn<float>>("cast", "pure");
  row<real_fn>("real", "pure");
  row<imag_fn>("imag", "pure");
  row<arg_fn>("arg", "pure expensive", "", "z");
  row<true_divide_fn>("divide", "pure kernel");
  row<logical_xor_fn>("logical_xor", "pure");
  row<positive_fn>("positive", "pure");
  row<logaddexp_fn>("logaddexp", "pure expensive takes kernel", "", "xx x1 1x");
  row<logaddexp2_fn>("logaddexp2", "pure expensive takes kernel", "", "xx x1 1x");
  row<heaviside_fn>("heaviside", "pure takes kernel");
  row<reciprocal_fn>("reciprocal", "pure kernel");
  row<sinc_fn>("sinc", "pure expensive kernel");
  row<i0_fn>("i0", "pure expensive takes");
  row<deg2rad_fn>("deg2rad", "pure takes kernel");
  row<rad2deg_fn>("rad2deg", "pure takes kernel");
  row<nan_to_num_fn<float>>("nan_to_num", "pure");
  row<gcd_fn>("gcd", "pure takes kernel");
  row<lcm_fn>("lcm", "pure takes kernel");
  row<round_to_fn>("round", "pure");
  row<isposinf_fn>("isposinf", "pure takes");
  row<isneginf_fn>("isneginf", "pure takes");
  row<iscomplex_fn>("iscomplex", "pure");
  row<isreal_fn>("isreal", "pure");
  row<bitwise_count_fn>("bitwise_count", "pure takes");
}

TEST_CASE("the answers of functions inside other functions") {
  row<few_members_fn<int>>("isin", "pure");
  row<any_member_fn<int>>("isin", "pure");
  row<sorted_member_fn<int>>("isin", "pure");
  row<table_member_fn<int>>("isin", "pure");
  row<take_value_fn>(nullptr, "pure");
  row<blend_fn<float, add_fn>>("t[mask] = value", "pure");
  row<tied_fn<2>>(nullptr, "pure");
  row<bind_fn<add_fn>>("assign_with", "pure");
  row<apply_bound_fn>("assign_with", "pure");
  row<weighted_fn<float>>("average", "pure");
  row<choice_fn<3>>("", "pure integers");
  row<choose_fn>("choose", "pure");
  row<weighted_three_fn<float>>(nullptr, "pure");
  row<quotient_of_difference_fn<float, float>>(nullptr, "pure");
  row<trapezoid_fn<float>>("trapezoid", "pure");
  row<broadcast_arrays_fn>("broadcast_arrays", "pure");
  row<without_nan_fn>(nullptr, "pure");
  row<is_no_nan_fn>(nullptr, "pure");
  row<nan_deviation_fn>("nanvar", "pure");
  row<magnitude_fn<float>>("abs", "pure");
  row<power_of_fn<float>>("pow", "pure expensive");
  row<unchanged_fn>("+", "pure");
  row<piecewise_fn<float, std::index_sequence<0>, add_fn>>("piecewise", "pure");
  row<unwrap_fn<float>>("unwrap", "pure");
  row<held_fn<float, "concat">>("", "pure");
  row<inserted_fn<float>>("insert", "pure");
  row<band_fn<true>>("triu", "pure");
  row<equals_fn<float>>("one_hot", "pure");
  row<finish_fn<sum_op, float>>(nullptr, "");
  row<static_finish_fn<sum_op, float, 3>>(nullptr, "pure");
  row<deviation_fn>("var", "pure");
  row<square_in_fn<float>>("norm", "pure");
  row<pending_fn<add_fn>>(nullptr, "pure");
  row<fold_terms_fn<sum_op, float>>("sum", "pure");
  row<place_fn<out_of_bounds::raise_t, false, std::array<index, 1>{1}>>("index", "pure");
}

namespace {

struct unknown_members {
  [[maybe_unused]] static constexpr bool is_pure = false;
  float operator()(float x) const { return x; }
};
struct own_members {
  static constexpr bool pure = false, is_expensive = true;
  static constexpr const char* text = "f";
};
struct text_in_array {
  static constexpr char text[] = "f";
};
struct integer_pure {
  static constexpr int pure = 1;
};
struct function_expensive {
  static constexpr bool is_expensive() { return false; }
};
struct member_text {
  std::string text;
};

} // namespace

TEST_CASE("members of another type are found") {
  const auto is = [](const char* name, const std::string& other) { return name == other; };
  STATIC_REQUIRE(mistyped_member<unknown_members> == nullptr);
  STATIC_REQUIRE(mistyped_member<own_members> == nullptr);
  STATIC_REQUIRE(mistyped_member<text_in_array> == nullptr);
  CHECK(is(mistyped_member<integer_pure>, "pure"));
  CHECK(is(mistyped_member<function_expensive>, "is_expensive"));
  CHECK(is(mistyped_member<member_text>, "text"));
}

#if defined(STRIA_USE_PACKS)
namespace {
template <class T>
using products = map_row<multiply_fn, std::index_sequence<0, 1>, row_of<T>, row_of<T>>;
} // namespace

TEST_CASE("packs have elements of float or double") {
  STATIC_REQUIRE(stores_packs<static_row<float, 1>, products<float>, float>);
  STATIC_REQUIRE(stores_packs<static_row<double, 1>, products<double>, double>);
  STATIC_REQUIRE_FALSE(stores_packs<static_row<int, 1>, products<int>, int>);
  using complex = std::complex<float>;
  STATIC_REQUIRE_FALSE(stores_packs<static_row<complex, 1>, products<complex>, complex>);
}
#endif
