// SPDX-License-Identifier: BSL-1.0
// grad/slope.hpp: the derivatives of the element-wise functions, one line for each function.
//
// In a line, y is multiplied by the slope with respect to each operand; a, b and c are the
// operands. y is a number or an expression. A function without a line has no derivative, and is
// refused. Tests: tests/grad/slopes.cpp, tests/grad/rules.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/expr/extremes.hpp>
#include <stria/expr/operators.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/elementwise/names.hpp>
#include <stria/numpy/elementwise/numeric.hpp>
#include <stria/numpy/elementwise/representation.hpp>
#include <stria/numpy/select/choose.hpp>
#include <stria/numpy/select/select.hpp>

#include <numbers>

namespace stria::detail {

/// True for the types of elements that have derivatives.
template <class T> inline constexpr bool is_differentiable = std::is_floating_point_v<T>;
/// The type of constants beside elements of type T.
template <class T> struct slope_number {
  using type = T;
};

/// The derivative of a function object F: a member template `by<K>(f, y, operands...)` for each
/// operand K with a derivative. `is_linear` means that the slopes do not depend on the operands.
template <class F> struct slope_of {
  static constexpr bool exists = false;
};
/// The slope is zero wherever it exists.
struct no_slope {};
template <class S> inline constexpr bool has_no_slope = std::same_as<bare<S>, no_slope>;

// The rules are also applied to numbers (dual.hpp). The functions of the library accept at least
// one operand; these overloads accept only numbers.
#define STRIA_OF_NUMBERS(name)                                                                     \
  using stria::name;                                                                               \
  template <class... A>                                                                            \
    requires(std::is_arithmetic_v<A> && ...)                                                       \
  constexpr auto name(const A&... a) {                                                             \
    return elementwise::name##_fn()(a...);                                                         \
  }
STRIA_OF_NUMBERS(where)
STRIA_OF_NUMBERS(maximum)
STRIA_OF_NUMBERS(hypot)
STRIA_OF_NUMBERS(pow)
STRIA_OF_NUMBERS(copysign)
STRIA_OF_NUMBERS(sinc)
#undef STRIA_OF_NUMBERS

/// A constant of the type of an expression or a number.
template <class A> struct element_or_number {
  using type = A;
};
template <operand A> struct element_or_number<A> {
  using type = value_t<A>;
};
template <class A> constexpr auto number_like(const A&, double x) {
  using T = typename element_or_number<A>::type;
  return static_cast<std::conditional_t<std::is_arithmetic_v<T>, T, double>>(x);
}

/// y where a > b, half of it where they are equal.
template <class Y, class A, class B> auto half_at_ties(const Y& y, const A& larger, const B& b) {
  return where(larger > b, y, where(larger == b, y / number_like(y, 2), number_like(y, 0)));
}

using std::numbers::ln10;
using std::numbers::ln2;
using std::numbers::pi;
inline constexpr double two_over_sqrt_pi = 2 * std::numbers::inv_sqrtpi;

#define STRIA_SLOPE_OF_1(fn, linear, da)                                                           \
  template <> struct slope_of<elementwise::fn> {                                                   \
    static constexpr bool exists = true, is_linear = linear;                                       \
    template <std::size_t, class Y, class A>                                                       \
    static constexpr auto by(const auto&, [[maybe_unused]] const Y& y,                             \
                             [[maybe_unused]] const A& a) {                                        \
      return da;                                                                                   \
    }                                                                                              \
  };
#define STRIA_SLOPE_OF_2(fn, linear, da, db)                                                       \
  template <> struct slope_of<elementwise::fn> {                                                   \
    static constexpr bool exists = true, is_linear = linear;                                       \
    template <std::size_t K, class Y, class A, class B>                                            \
    static constexpr auto by(const auto&, [[maybe_unused]] const Y& y,                             \
                             [[maybe_unused]] const A& a, [[maybe_unused]] const B& b) {           \
      if constexpr (K == 0)                                                                        \
        return da;                                                                                 \
      else                                                                                         \
        return db;                                                                                 \
    }                                                                                              \
  };
#define STRIA_SLOPE_OF_3(fn, linear, da, db, dc)                                                   \
  template <> struct slope_of<elementwise::fn> {                                                   \
    static constexpr bool exists = true, is_linear = linear;                                       \
    template <std::size_t K, class Y, class A, class B, class C>                                   \
    static constexpr auto by(const auto&, [[maybe_unused]] const Y& y,                             \
                             [[maybe_unused]] const A& a, [[maybe_unused]] const B& b,             \
                             [[maybe_unused]] const C& c) {                                        \
      if constexpr (K == 0)                                                                        \
        return da;                                                                                 \
      else if constexpr (K == 1)                                                                   \
        return db;                                                                                 \
      else                                                                                         \
        return dc;                                                                                 \
    }                                                                                              \
  };
// clang-format off
#define N(x) number_like(y, x)
// operators
STRIA_SLOPE_OF_2(add_fn, true, y, y)
STRIA_SLOPE_OF_2(subtract_fn, true, y, -y)
STRIA_SLOPE_OF_2(multiply_fn, false, y * b, y * a)
STRIA_SLOPE_OF_2(divide_fn, false, y / b, -y * a / (b * b))
STRIA_SLOPE_OF_2(true_divide_fn, false, y / b, -y * a / (b * b))
STRIA_SLOPE_OF_1(negate_fn, true, -y)
STRIA_SLOPE_OF_1(identity_fn, true, y)
STRIA_SLOPE_OF_1(positive_fn, true, y)
// powers, roots, exponentials and logarithms
STRIA_SLOPE_OF_1(square_fn, false, N(2) * y * a)
STRIA_SLOPE_OF_1(sqrt_fn, false, y / (N(2) * sqrt(a)))
STRIA_SLOPE_OF_1(cbrt_fn, false, y / (N(3) * square(cbrt(a))))
STRIA_SLOPE_OF_1(reciprocal_fn, false, -y / (a * a))
STRIA_SLOPE_OF_2(pow_fn, false, where(b == number_like(b, 0), N(0), y * b * pow(a, b - number_like(b, 1))),
                 where(a == number_like(a, 0), N(0), y * pow(a, b) * log(a)))
STRIA_SLOPE_OF_2(hypot_fn, false, y * a / hypot(a, b), y * b / hypot(a, b))
STRIA_SLOPE_OF_1(exp_fn, false, y * exp(a))
STRIA_SLOPE_OF_1(exp2_fn, false, y * exp2(a) * N(ln2))
STRIA_SLOPE_OF_1(expm1_fn, false, y * exp(a))
STRIA_SLOPE_OF_1(log_fn, false, y / a)
STRIA_SLOPE_OF_1(log1p_fn, false, y / (N(1) + a))
STRIA_SLOPE_OF_1(log2_fn, false, y / (a * N(ln2)))
STRIA_SLOPE_OF_1(log10_fn, false, y / (a * N(ln10)))
STRIA_SLOPE_OF_2(logaddexp_fn, false, y / (N(1) + exp(b - a)), y / (N(1) + exp(a - b)))
STRIA_SLOPE_OF_2(logaddexp2_fn, false, y / (N(1) + exp2(b - a)), y / (N(1) + exp2(a - b)))
// trigonometric and hyperbolic functions
STRIA_SLOPE_OF_1(sin_fn, false, y * cos(a))
STRIA_SLOPE_OF_1(cos_fn, false, -y * sin(a))
STRIA_SLOPE_OF_1(tan_fn, false, y * (N(1) + square(tan(a))))
STRIA_SLOPE_OF_1(asin_fn, false, y / sqrt(N(1) - a * a))
STRIA_SLOPE_OF_1(acos_fn, false, -y / sqrt(N(1) - a * a))
STRIA_SLOPE_OF_1(atan_fn, false, y / (N(1) + a * a))
STRIA_SLOPE_OF_2(atan2_fn, false, y * b / (a * a + b * b), -y * a / (a * a + b * b))
STRIA_SLOPE_OF_1(sinh_fn, false, y * cosh(a))
STRIA_SLOPE_OF_1(cosh_fn, false, y * sinh(a))
STRIA_SLOPE_OF_1(tanh_fn, false, y * (N(1) - square(tanh(a))))
STRIA_SLOPE_OF_1(asinh_fn, false, y / sqrt(a * a + N(1)))
STRIA_SLOPE_OF_1(acosh_fn, false, y / sqrt(a * a - N(1)))
STRIA_SLOPE_OF_1(atanh_fn, false, y / (N(1) - a * a))
STRIA_SLOPE_OF_1(sinc_fn, false, where(a == number_like(a, 0), N(0), y * (cos(number_like(a, pi) * a) - sinc(a)) / a))
STRIA_SLOPE_OF_1(deg2rad_fn, true, y * N(pi / 180))
STRIA_SLOPE_OF_1(rad2deg_fn, true, y * N(180 / pi))
STRIA_SLOPE_OF_1(erf_fn, false, y * N(two_over_sqrt_pi) * exp(-a * a))
STRIA_SLOPE_OF_1(erfc_fn, false, -y * N(two_over_sqrt_pi) * exp(-a * a))
// absolute values, signs and rounding
STRIA_SLOPE_OF_1(abs_fn, false, y * sign(a))
STRIA_SLOPE_OF_1(fabs_fn, false, y * sign(a))
STRIA_SLOPE_OF_1(sign_fn, true, no_slope())
STRIA_SLOPE_OF_1(floor_fn, true, no_slope())
STRIA_SLOPE_OF_1(ceil_fn, true, no_slope())
STRIA_SLOPE_OF_1(trunc_fn, true, no_slope())
STRIA_SLOPE_OF_1(round_fn, true, no_slope())
STRIA_SLOPE_OF_2(floor_divide_fn, true, no_slope(), no_slope())
STRIA_SLOPE_OF_2(fmod_fn, false, y, -y * trunc(a / b))
STRIA_SLOPE_OF_2(remainder_fn, false, y, -y * floor(a / b))
STRIA_SLOPE_OF_2(copysign_fn, false, y * sign(a) * copysign(number_like(a, 1), b), no_slope())
STRIA_SLOPE_OF_2(heaviside_fn, false, no_slope(), where(a == number_like(a, 0), y, N(0)))
// selections
STRIA_SLOPE_OF_2(maximum_fn, false, half_at_ties(y, a, b), half_at_ties(y, b, a))
STRIA_SLOPE_OF_2(minimum_fn, false, half_at_ties(y, b, a), half_at_ties(y, a, b))
STRIA_SLOPE_OF_2(fmax_fn, false, where(isnan(b), y, half_at_ties(y, a, b)), where(isnan(a), y, half_at_ties(y, b, a)))
STRIA_SLOPE_OF_2(fmin_fn, false, where(isnan(b), y, half_at_ties(y, b, a)), where(isnan(a), y, half_at_ties(y, a, b)))
STRIA_SLOPE_OF_3(clip_fn, false, half_at_ties(half_at_ties(y, a, b), c, a), half_at_ties(half_at_ties(y, b, a), c, b), half_at_ties(y, maximum(a, b), c))
STRIA_SLOPE_OF_3(where_fn, false, no_slope(), where(a, y, N(0)), where(a, N(0), y))
STRIA_SLOPE_OF_3(fma_fn, false, y * b, y * a, y)
#undef N
// clang-format on
#undef STRIA_SLOPE_OF_1
#undef STRIA_SLOPE_OF_2
#undef STRIA_SLOPE_OF_3

/// A conversion between floating-point types.
template <class T> struct slope_of<elementwise::cast_fn<T>> {
  static constexpr bool exists = std::is_floating_point_v<T>, is_linear = true;
  template <std::size_t, class Y, class A>
  static constexpr auto by(const auto&, const Y& y, const A&) {
    return y;
  }
};
template <class T> struct slope_of<elementwise::nan_to_num_fn<T>> {
  static constexpr bool exists = true, is_linear = false;
  template <std::size_t, class Y, class A>
  static constexpr auto by(const auto&, const Y& y, const A& a) {
    return where(isfinite(a), y, number_like(y, 0));
  }
};

/// choose(): the operand that an integer selects.
template <> struct slope_of<choose_fn> {
  static constexpr bool exists = true, is_linear = false;
  template <std::size_t K, class Y, class Ix, class... A>
  static constexpr auto by(const choose_fn&, const Y& y, const Ix& i, const A&...) {
    return where(i == static_cast<index>(K) - 1, y, number_like(y, 0));
  }
};
/// triu and tril: the elements of one side of the diagonal.
template <bool Upper> struct slope_of<band_fn<Upper>> {
  static constexpr bool exists = true, is_linear = true;
  template <std::size_t, class Y, class A, class Row, class Column>
  static constexpr auto by(const band_fn<Upper>& f, const Y& y, const A&, const Row& row,
                           const Column& column) {
    if constexpr (Upper)
      return where(column - row >= f.k, y, number_like(y, 0));
    else
      return where(column - row <= f.k, y, number_like(y, 0));
  }
};

} // namespace stria::detail
