// SPDX-License-Identifier: BSL-1.0
// Each line of grad/slope.hpp against central differences, and the choices at kinks.
#include <stria/grad.hpp>
#include <stria/stria.hpp>

#include "numbers.hpp"

using namespace stria;
using namespace stria::elementwise;
using stria::index;

namespace {

using numbers = tensor<double, 5>;

/// The slope of F by operand K at the elements of x.
template <class F, std::size_t K, class... X> numbers slope(const X&... x) {
  using S = detail::slope_of<F>;
  const auto d = S::template by<K>(F(), 1., detail::ref<X>(x)...);
  if constexpr (detail::has_no_slope<decltype(d)>)
    return zeros<double>(5);
  else if constexpr (detail::operand<decltype(d)>)
    return numbers(d + zeros<double>(5));
  else
    return full(d, 5);
}
template <class F, std::size_t K, class... X> void check_operand(const X&... x) {
  const numbers got = slope<F, K>(x...);
  const std::tuple<X...> at(x...);
  for (index i = 0; i < 5; ++i) {
    const auto value = [&](double step) {
      return std::apply(
          [&](const auto&... v) {
            return [&]<std::size_t... J>(std::index_sequence<J...>) {
              return F()((v[i] + (J == K ? step : 0.))...);
            }(std::index_sequence_for<X...>());
          },
          at);
    };
    const double h = 1e-5, wanted = (value(h) - value(-h)) / (2 * h);
    INFO(detail::name_of<F>() << ", operand " << K << ", element " << i);
    CHECK(std::abs(got[i] - wanted) <= 1e-8 * (1 + std::abs(wanted)));
  }
}
template <class F, class... X> void check(const X&... x) {
  STATIC_REQUIRE(detail::slope_of<F>::exists);
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (check_operand<F, K>(x...), ...);
  }(std::index_sequence_for<X...>());
}

const numbers of_any_sign{-1.7, -0.4, 0.3, 1.2, 2.6}, other{0.7, -1.6, 2.1, -0.35, 0.9},
    above_zero{0.2, 0.7, 1.3, 2.4, 5.1}, inner_part{-0.9, -0.3, 0.1, 0.5, 0.8},
    above_one{1.1, 1.5, 2.2, 3.7, 6.};

} // namespace

TEST_CASE("slopes of operators and powers") {
  check<add_fn>(of_any_sign, other);
  check<subtract_fn>(of_any_sign, other);
  check<multiply_fn>(of_any_sign, other);
  check<divide_fn>(of_any_sign, other);
  check<true_divide_fn>(of_any_sign, other);
  check<negate_fn>(of_any_sign);
  check<identity_fn>(of_any_sign);
  check<positive_fn>(of_any_sign);
  check<square_fn>(of_any_sign);
  check<sqrt_fn>(above_zero);
  check<cbrt_fn>(of_any_sign);
  check<reciprocal_fn>(of_any_sign);
  check<pow_fn>(above_zero, other);
  check<hypot_fn>(of_any_sign, other);
  check<fma_fn>(of_any_sign, other, above_zero);
}

TEST_CASE("slopes of exponentials and logarithms") {
  check<exp_fn>(of_any_sign);
  check<exp2_fn>(of_any_sign);
  check<expm1_fn>(of_any_sign);
  check<log_fn>(above_zero);
  check<log1p_fn>(above_zero);
  check<log2_fn>(above_zero);
  check<log10_fn>(above_zero);
  check<logaddexp_fn>(of_any_sign, other);
  check<logaddexp2_fn>(of_any_sign, other);
  check<erf_fn>(of_any_sign);
  check<erfc_fn>(of_any_sign);
}

TEST_CASE("slopes of trigonometric and hyperbolic functions") {
  check<sin_fn>(of_any_sign);
  check<cos_fn>(of_any_sign);
  check<tan_fn>(inner_part);
  check<asin_fn>(inner_part);
  check<acos_fn>(inner_part);
  check<atan_fn>(of_any_sign);
  check<atan2_fn>(of_any_sign, other);
  check<sinh_fn>(of_any_sign);
  check<cosh_fn>(of_any_sign);
  check<tanh_fn>(of_any_sign);
  check<asinh_fn>(of_any_sign);
  check<acosh_fn>(above_one);
  check<atanh_fn>(inner_part);
  check<sinc_fn>(of_any_sign);
  check<deg2rad_fn>(of_any_sign);
  check<rad2deg_fn>(of_any_sign);
}

TEST_CASE("slopes of rounding and selections") {
  check<abs_fn>(of_any_sign);
  check<fabs_fn>(of_any_sign);
  check<sign_fn>(of_any_sign);
  check<floor_fn>(of_any_sign);
  check<ceil_fn>(of_any_sign);
  check<trunc_fn>(of_any_sign);
  check<round_fn>(of_any_sign);
  check<floor_divide_fn>(of_any_sign, other);
  check<fmod_fn>(of_any_sign, other);
  check<remainder_fn>(of_any_sign, other);
  check<copysign_fn>(of_any_sign, other);
  check<heaviside_fn>(of_any_sign, other);
  check<maximum_fn>(of_any_sign, other);
  check<minimum_fn>(of_any_sign, other);
  check<fmax_fn>(of_any_sign, other);
  check<fmin_fn>(of_any_sign, other);
  check<clip_fn>(of_any_sign, inner_part - 1., above_zero);
  check_operand<where_fn, 1>(of_any_sign > 0., other, above_zero);
  check_operand<where_fn, 2>(of_any_sign > 0., other, above_zero);
}

TEST_CASE("slopes at kinks") {
  const tensor<double, 3> a{1., 2., 3.}, b{2., 2., 2.};
  const auto of = [](const auto& f, const auto& x) { return grad(f, x); };
  CHECK(test::holds(of([&](const auto& x) { return sum(maximum(x, b)); }, a), {0., .5, 1.}));
  CHECK(test::holds(of([&](const auto& x) { return sum(minimum(b, x)); }, a), {1., .5, 0.}));
  const tensor<double, 3> zero{0., -1., 4.};
  CHECK(test::holds(of([&](const auto& x) { return sum(abs(x)); }, zero), {0., -1., 1.}));
  // A NaN or an infinite slope in the branch that is not chosen does not reach the gradient.
  CHECK(test::holds(of([&](const auto& x) { return sum(where(x > 0., sqrt(x), 2. * x)); }, zero),
                    {2., 2., .25}));
  CHECK(test::holds(of([&](const auto& x) { return sum(pow(x, 2)); }, zero), {0., -2., 8.}));
}
