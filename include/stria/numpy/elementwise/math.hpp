// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/math.hpp: element-wise functions: the functions of <cmath>, and abs, sign,
// maximum, clip, where, cast, map.
#pragma once

#include <stria/expr/extremes.hpp>
#include <stria/expr/floating.hpp>
#include <stria/expr/operators.hpp>
#include <stria/math/blocks.hpp>
#include <stria/math/cmath.hpp>
#include <stria/math/simd.hpp>
#include <stria/numpy/elementwise/choices.hpp>
#include <stria/tensor/foreign.hpp>

#include <cstdlib>
#include <limits>

namespace stria {

namespace detail {

template <class T> inline constexpr bool holds_numbers = number<T> || is_complex<T>::value;

// The operand to whose element type scalars of other types are converted. It is the first operand
// whose elements are not numbers, so that "none" in where(mask, words, "none") becomes a word. If
// the elements of all operands are numbers, it is the first operand.
template <class... A> struct first_operand {};
template <class A, class... More> struct first_operand<A, More...> : first_operand<More...> {};
template <operand A, class... More> struct first_operand<A, More...> {
  using type = A;
};
template <operand A, class... More>
  requires(holds_numbers<value_t<A>> && requires { typename first_operand<More...>::type; })
struct first_operand<A, More...> {
  using next = typename first_operand<More...>::type;
  using type = std::conditional_t<holds_numbers<value_t<next>>, A, next>;
};

/// True if no argument is an operand and at least one is the result of a call that was refused and
/// reported.
template <class... A>
concept refused_list = !(operand<A> || ...) && (is_refused<std::remove_cvref_t<A>> || ...);

/// True if at least one argument is an operand and the others are operands or scalars. Also true
/// for a refused_list.
template <class... A>
concept operand_list =
    refused_list<A...> ||
    ((operand<A> || ...) && (operand_with<A, typename first_operand<A...>::type> && ...));

// Empty for arguments without an operand, because clang evaluates the return type before the
// constraint.
template <class F, class... A> struct map_result {};
template <class F, class... A>
  requires refused_list<A...>
struct map_result<F, A...> : ignored_call {};
template <class F, class Beside, class... A>
using map_with = judged_call<broadcast_verdict<F, hold_t<A, Beside>...>,
                             constructing_call<map_of<F, hold_t<A, Beside>...>>>;
template <class F, class... A>
  requires(!refused_list<A...> && operand_list<A...>)
struct map_result<F, A...> : map_with<F, typename first_operand<A...>::type, A...> {};

/// Refuses functions without a result, and those with members of another type than the evaluator
/// reads; other errors are found by map_result.
template <class F, class... V> struct map_value_verdict {
  static constexpr bool accepted = mistyped_member<F> == nullptr && [] {
    if constexpr (requires(const F& f, const V&... v) { f(v...); })
      return !std::is_void_v<decltype(std::declval<const F&>()(std::declval<const V&>()...))>;
    else
      return true;
  }();
  static constexpr message text() {
    if constexpr (constexpr const char* name = mistyped_member<F>; name != nullptr)
      return message("stria: map: the member `")
             << name << "` of the function object must be a static constexpr "
             << (*name == 't' ? "const char*" : "bool");
    else
      return message("stria: map: the function returns nothing; it must return the value of an "
                     "element");
  }
};
template <class F, class... A> struct map_of_user {};
template <class F, class... A>
  requires(!refused_list<A...> && operand_list<A...>)
struct map_of_user<F, A...>
    : judged_call<map_value_verdict<F, value_t<hold_t<A, typename first_operand<A...>::type>>...>,
                  map_result<F, A...>> {};
template <class F, class... A>
  requires refused_list<A...>
struct map_of_user<F, A...> : ignored_call {};

/// `Call` if elements of A can be subtracted from each other.
template <class A, class Call>
using judged_differences = judged_call<broadcast_verdict<subtract_fn, A, A>, Call>;

/// Makes the node; the caller has checked that the operands broadcast.
template <class F, class... A> constexpr auto make_map(F f, A&&... a) {
  return typename map_result<F, A...>::type(static_cast<F&&>(f), static_cast<A&&>(a)...);
}

// An argument that was refused has already been reported.
template <class F, class A>
  requires is_refused<std::remove_cvref_t<A>>
constexpr ignored make_map(F, A&&) {
  return {};
}

/// Converts integers to double, as C does. Other numbers keep their type, so that the function is
/// looked up in the namespace of that type.
template <class A> STRIA_INLINE constexpr auto to_floating(const A& a) {
  if constexpr (std::integral<A>)
    return static_cast<double>(a);
  else
    return a;
}

/// The type of constants that are computed with elements of type T: long double keeps its digits.
template <class T>
using constant_type = std::conditional_t<std::same_as<T, long double>, long double, double>;

template <class T>
inline constexpr double least_normal = static_cast<double>(std::numeric_limits<T>::min());
/// The largest |x| for which exp(x) and 2^x neither overflow nor become subnormal.
template <class T> inline constexpr double exponent_range = sizeof(T) == 4 ? 87 : 708;

} // namespace detail

// These overloads accept a number, because a reduction over all axes returns one. Without them,
// abs(mean(a)) would call the C function abs(int). They exist only for functions that <cmath>
// lacks, or that have the same meaning there.
#define STRIA_MATH_OF_NUMBER(name)                                                                 \
  /** Computes the function of a number. */                                                        \
  template <detail::number A> constexpr auto name(A a) { return elementwise::name##_fn{}(a); }

// Each function calls the function of the same name in <cmath>, or an overload in the namespace of
// the element type. With stria::simd, the SIMD functions of xsimd compute arguments in the range
// `in_vectors` of a function. They are accurate to 3 ulp; see docs/design/simd.md.
#define STRIA_MATH_NODE(name)                                                                      \
  template <detail::operand_or_refused A>                                                          \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A>),  \
                                                 elementwise::name##_fn{}, static_cast<A&&>(a));   \
  STRIA_BORROWING_ONE(name, (detail::map_result<elementwise::name##_fn, A>),                       \
                      elementwise::name##_fn{}, a);                                                \
  STRIA_FOREIGN_UNARY(name);                                                                       \
  STRIA_MATH_OF_NUMBER(name)
// The functions are looked up in detail::calls, so that a constraint and the function itself find
// the same overloads.
#define STRIA_FUNCTION_EXISTS(name)                                                                \
  namespace detail::calls {                                                                        \
  using cmath::name;                                                                               \
  template <class... A>                                                                            \
  concept name##_exists =                                                                          \
      (is_number<A> && ...) || requires(const A&... a) { name(to_floating(a)...); };               \
  }
#define STRIA_MATH_FUNCTION(name, of, ...)                                                         \
  STRIA_FUNCTION_EXISTS(name)                                                                      \
  namespace elementwise {                                                                          \
  struct name##_fn {                                                                               \
    static constexpr const char* text = #name;                                                     \
    static constexpr bool is_expensive = true;                                                     \
    __VA_ARGS__                                                                                    \
    template <of A>                                                                                \
      requires detail::calls::name                                                                 \
    ##_exists<A> STRIA_INLINE constexpr auto operator()(const A& a) const {                        \
      using detail::cmath::name;                                                                   \
      return name(detail::to_floating(a));                                                         \
    }                                                                                              \
  };                                                                                               \
  }                                                                                                \
  STRIA_MATH_NODE(name)
#define STRIA_REAL_NUMBERS static constexpr const char* takes = detail::real_numbers;
#define STRIA_UNARY_MATH(name) STRIA_MATH_FUNCTION(name, detail::not_complex, STRIA_REAL_NUMBERS)
#if defined(STRIA_USE_SIMD)
#define STRIA_VECTOR_BLOCK(name)                                                                   \
  template <detail::block_number T> static void block(T* to, index n, const T* from) {             \
    /* apply_in_vectors (math/simd.hpp) does not write to `from`. */                               \
    detail::apply_in_vectors<elementwise::name##_fn>(const_cast<T*>(from), to, n);                 \
  }
#else
#define STRIA_VECTOR_BLOCK(name)
#endif
#define STRIA_VECTOR_MATH(name, ...)                                                               \
  STRIA_MATH_FUNCTION(name, class,                                                                 \
                      template <class T>                                                           \
                      static constexpr detail::vector_range in_vectors{__VA_ARGS__};               \
                      STRIA_VECTOR_BLOCK(name))
#define STRIA_REAL_VECTOR_MATH(name, ...)                                                          \
  STRIA_MATH_FUNCTION(name, detail::not_complex,                                                   \
                      STRIA_REAL_NUMBERS template <class T>                                        \
                      static constexpr detail::vector_range in_vectors{__VA_ARGS__};               \
                      STRIA_VECTOR_BLOCK(name))

#if defined(STRIA_SQRT_IN_LOOPS)
STRIA_FUNCTION_EXISTS(sqrt)
namespace elementwise {
struct sqrt_fn {
  static constexpr const char* text = "sqrt";
  static constexpr bool is_expensive = true;
  template <detail::calls::sqrt_exists A> STRIA_INLINE constexpr auto operator()(const A& a) const {
    using detail::cmath::sqrt;
    const auto x = detail::to_floating(a);
    using X = std::remove_const_t<decltype(x)>;
    if constexpr (detail::block_number<X>)
      if !consteval {
        return STRIA_SQRT_IN_LOOPS(x);
      }
    return sqrt(x);
  }
};
} // namespace elementwise
/// Square root of each element; NaN for negative real numbers.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.sqrt(a)`
/// \usage      `sqrt(a)`
/// \see        cbrt, square
STRIA_MATH_NODE(sqrt)
#else
/// Square root of each element; NaN for negative real numbers.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.sqrt(a)`
/// \usage      `sqrt(a)`
/// \see        cbrt, square
STRIA_VECTOR_MATH(sqrt)
#endif
/// Cube root of each element.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.cbrt(a)`
/// \usage      `cbrt(a)`
/// \see        sqrt
STRIA_REAL_VECTOR_MATH(cbrt, detail::least_normal<T>)
#if defined(STRIA_USE_SIMD)
namespace elementwise {
struct sin_fn;
struct cos_fn;
} // namespace elementwise
#define STRIA_COMPLEX_EXP_BLOCK                                                                    \
  template <class Z>                                                                               \
    requires detail::is_complex<Z>::value && detail::block_number<typename Z::value_type>          \
  static void block(Z* to, index n, const Z* z) {                                                  \
    using T = typename Z::value_type;                                                              \
    detail::exp_block<exp_fn, sin_fn, cos_fn>(to, n, z,                                            \
                                              static_cast<T>(detail::exponent_range<T>));          \
  }
#else
#define STRIA_COMPLEX_EXP_BLOCK
#endif
/// The exponential of each element, e to the power a.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.exp(a)`
/// \usage      `exp(a)`
/// \see        expm1, exp2, log
STRIA_MATH_FUNCTION(exp, class,
                    template <class T>
                    static constexpr detail::vector_range in_vectors{0, detail::exponent_range<T>};
                    STRIA_VECTOR_BLOCK(exp) STRIA_COMPLEX_EXP_BLOCK)
#undef STRIA_COMPLEX_EXP_BLOCK
/// Two to the power of each element.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.exp2(a)`
/// \usage      `exp2(a)`
/// \see        exp, log2
STRIA_REAL_VECTOR_MATH(exp2, 0, detail::exponent_range<T>)
/// exp(a) - 1 for each element a, accurate for small a.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.expm1(a)`
/// \usage      `expm1(a)`
/// \see        exp, log1p
STRIA_REAL_VECTOR_MATH(expm1, detail::least_normal<T>, detail::exponent_range<T>)
/// Natural logarithm of each element; -infinity for 0, NaN for negative real numbers.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.log(a)`
/// \usage      `log(a)`
/// \see        log1p, log2, log10, exp
STRIA_VECTOR_MATH(log, detail::least_normal<T>)
/// Natural logarithm of 1 + a for each element a, accurate for small a; -infinity for -1, NaN for
/// numbers below -1.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.log1p(a)`
/// \usage      `log1p(a)`
/// \see        log, expm1
STRIA_REAL_VECTOR_MATH(log1p, detail::least_normal<T>)
/// Logarithm to base 2 of each element; -infinity for 0, NaN for negative numbers.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.log2(a)`
/// \usage      `log2(a)`
/// \see        log, exp2
STRIA_REAL_VECTOR_MATH(log2, detail::least_normal<T>)
/// Logarithm to base 10 of each element; -infinity for 0, NaN for negative real numbers.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.log10(a)`
/// \usage      `log10(a)`
/// \see        log
STRIA_VECTOR_MATH(log10, detail::least_normal<T>)
/// Sine of each element, which is an angle in radians.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.sin(a)`
/// \usage      `sin(a)`
/// \see        asin, cos
STRIA_VECTOR_MATH(sin)
/// Cosine of each element, which is an angle in radians.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.cos(a)`
/// \usage      `cos(a)`
/// \see        acos, sin
STRIA_VECTOR_MATH(cos)
/// Tangent of each element, which is an angle in radians.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.tan(a)`
/// \usage      `tan(a)`
/// \see        atan, atan2
STRIA_VECTOR_MATH(tan)
/// Arc sine of each element, in radians from -pi/2 to pi/2; NaN for real numbers outside -1 to 1.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.asin(a)`, `np.arcsin(a)`
/// \usage      `asin(a)`
/// \see        sin
STRIA_VECTOR_MATH(asin)
/// Arc cosine of each element, in radians from 0 to pi; NaN for real numbers outside -1 to 1.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.acos(a)`, `np.arccos(a)`
/// \usage      `acos(a)`
/// \see        cos
STRIA_VECTOR_MATH(acos)
/// Arc tangent of each element, in radians from -pi/2 to pi/2.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.atan(a)`, `np.arctan(a)`
/// \usage      `atan(a)`
/// \see        tan, atan2
STRIA_VECTOR_MATH(atan)
/// Hyperbolic sine of each element.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.sinh(a)`
/// \usage      `sinh(a)`
/// \see        asinh
STRIA_VECTOR_MATH(sinh, 0, detail::exponent_range<T>)
/// Hyperbolic cosine of each element.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.cosh(a)`
/// \usage      `cosh(a)`
/// \see        acosh
STRIA_VECTOR_MATH(cosh, 0, detail::exponent_range<T>)
/// Hyperbolic tangent of each element.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.tanh(a)`
/// \usage      `tanh(a)`
/// \see        atanh
STRIA_VECTOR_MATH(tanh)
/// Inverse hyperbolic sine of each element.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.asinh(a)`, `np.arcsinh(a)`
/// \usage      `asinh(a)`
/// \see        sinh
STRIA_VECTOR_MATH(asinh)
/// Inverse hyperbolic cosine of each element; NaN for real numbers below 1.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.acosh(a)`, `np.arccosh(a)`
/// \usage      `acosh(a)`
/// \see        cosh
STRIA_VECTOR_MATH(acosh)
/// Inverse hyperbolic tangent of each element; infinite for -1 and 1, NaN for real numbers outside
/// -1 to 1.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.atanh(a)`, `np.arctanh(a)`
/// \usage      `atanh(a)`
/// \see        tanh
STRIA_VECTOR_MATH(atanh)
/// Error function of each element.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      none; `scipy.special.erf(a)`
/// \usage      `erf(a)`
/// \see        erfc
STRIA_MATH_FUNCTION(erf, detail::not_complex, STRIA_REAL_NUMBERS STRIA_VECTOR_BLOCK(erf))
/// Complementary error function of each element, 1 - erf(a), accurate for large a.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      none; `scipy.special.erfc(a)`
/// \usage      `erfc(a)`
/// \see        erf
STRIA_MATH_FUNCTION(erfc, detail::not_complex, STRIA_REAL_NUMBERS STRIA_VECTOR_BLOCK(erfc))
/// Gamma function of each element.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      none; `scipy.special.gamma(a)`
/// \usage      `tgamma(a)`
/// \see        lgamma
STRIA_MATH_FUNCTION(tgamma, detail::not_complex, STRIA_REAL_NUMBERS STRIA_VECTOR_BLOCK(tgamma))
/// Natural logarithm of the absolute value of the gamma function of each element.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      none; `scipy.special.gammaln(a)`
/// \usage      `lgamma(a)`
/// \see        tgamma
STRIA_MATH_FUNCTION(lgamma, detail::not_complex, STRIA_REAL_NUMBERS STRIA_VECTOR_BLOCK(lgamma))
/// Rounds each element down to a whole number.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.floor(a)`
/// \usage      `floor(a)`
/// \see        ceil, trunc, round
STRIA_UNARY_MATH(floor)
/// Rounds each element up to a whole number.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.ceil(a)`
/// \usage      `ceil(a)`
/// \see        floor, trunc, round
STRIA_UNARY_MATH(ceil)
/// Rounds each element towards zero to a whole number.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; double for integers,
///             otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.trunc(a)`, `np.fix(a)`
/// \usage      `trunc(a)`
/// \see        floor, ceil, round
STRIA_UNARY_MATH(trunc)

#undef STRIA_MATH_NODE
#undef STRIA_MATH_FUNCTION
#undef STRIA_VECTOR_MATH
#undef STRIA_VECTOR_BLOCK
#undef STRIA_UNARY_MATH

namespace elementwise {
struct atan2_fn;
} // namespace elementwise

// For complex numbers these functions call real(), imag() and arg() in the namespace of the class;
// for real numbers they are defined here.
#define STRIA_COMPLEX_PART(name, of_a_real, ...)                                                   \
  namespace elementwise {                                                                          \
  struct name##_fn {                                                                               \
    static constexpr const char* text = #name;                                                     \
    __VA_ARGS__                                                                                    \
    template <class A>                                                                             \
      requires(std::is_arithmetic_v<A> || requires(const A& a) { name(a); })                       \
    STRIA_INLINE constexpr auto operator()(const A& a) const {                                     \
      if constexpr (std::is_arithmetic_v<A>) {                                                     \
        [[maybe_unused]] const auto x = detail::to_floating(a);                                    \
        return of_a_real;                                                                          \
      } else {                                                                                     \
        return name(a);                                                                            \
      }                                                                                            \
    }                                                                                              \
  };                                                                                               \
  }                                                                                                \
  template <detail::operand_or_refused A>                                                          \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A>),  \
                                                 elementwise::name##_fn{}, static_cast<A&&>(a));   \
  STRIA_BORROWING_ONE(name, (detail::map_result<elementwise::name##_fn, A>),                       \
                      elementwise::name##_fn{}, a);                                                \
  STRIA_FOREIGN_UNARY(name);

/// The real part of each element.
///
/// \param a    operand of real or complex numbers
/// \returns    an expression with the shape of `a`; the elements have the real type of complex
///             numbers, and are double for integers
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.real(a)`
/// \usage      `real(z)`
/// \see        imag, conj
STRIA_COMPLEX_PART(real, x)
/// The imaginary part of each element; 0 for real numbers.
///
/// \param a    operand of real or complex numbers
/// \returns    an expression with the shape of `a`; the elements have the real type of complex
///             numbers, and are double for integers
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.imag(a)`
/// \usage      `imag(z)`
/// \see        real, conj
STRIA_COMPLEX_PART(imag, decltype(x){})
#if defined(STRIA_USE_SIMD)
#define STRIA_ARG_BLOCK                                                                            \
  template <detail::block_number T, class Z>                                                       \
    requires detail::is_complex<Z>::value                                                          \
  static void block(T* to, index n, const Z* z) {                                                  \
    detail::arg_block<atan2_fn>(to, n, z);                                                         \
  }
#else
#define STRIA_ARG_BLOCK
#endif
/// The argument (phase angle) of each element, in radians from -pi to pi.
///
/// The argument of a real number is 0 or, if the number is negative, pi.
///
/// \param a    operand of real or complex numbers
/// \returns    an expression with the shape of `a`; the elements have the real type of complex
///             numbers, and are double for integers
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.angle(a)`
/// \usage      `arg(z)`
/// \see        abs, atan2
STRIA_COMPLEX_PART(arg, detail::cmath::atan2(decltype(x){}, x),
                   static constexpr bool is_expensive = true;
                   STRIA_ARG_BLOCK)
#undef STRIA_ARG_BLOCK

#undef STRIA_COMPLEX_PART

#define STRIA_BINARY_MATH(name, ...)                                                               \
  STRIA_FUNCTION_EXISTS(name)                                                                      \
  namespace elementwise {                                                                          \
  struct name##_fn {                                                                               \
    static constexpr const char* text = #name;                                                     \
    static constexpr bool is_expensive = true;                                                     \
    STRIA_REAL_NUMBERS __VA_ARGS__ template <class A, class B>                                     \
      requires(detail::not_complex<A, B> && detail::calls::name##_exists<A, B>)                    \
    STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {                         \
      constexpr auto of = [](const auto& x, const auto& y) {                                       \
        using detail::cmath::name;                                                                 \
        return name(detail::to_floating(x), detail::to_floating(y));                               \
      };                                                                                           \
      /* Promotion would make a negative integer unsigned beside an unsigned one. */               \
      if constexpr (std::integral<A> && std::integral<B>)                                          \
        return of(a, b);                                                                           \
      else                                                                                         \
        return detail::promoted(of, a, b);                                                         \
    }                                                                                              \
  };                                                                                               \
  }                                                                                                \
  template <class A, class B>                                                                      \
    requires detail::operand_list<A, B>                                                            \
  constexpr auto name(A&& a, B&& b)                                                                \
      STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A, B>),                      \
                          elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b));     \
  STRIA_BORROWING_TWO(name, (detail::map_result<elementwise::name##_fn, A, B>),                    \
                      elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b));         \
  STRIA_FOREIGN_BINARY(name);

/// The angle of the point (b, a) from the positive x axis, in radians from -pi to pi.
///
/// \param a    operand or number: the y coordinates
/// \param b    operand or number: the x coordinates
/// \returns    an expression of the broadcast shape, with elements of the C++ common type; double
///             if both are integers
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.atan2(a, b)`, `np.arctan2(a, b)`
/// \usage      `atan2(y, x)`
/// \see        atan, arg
STRIA_BINARY_MATH(atan2, STRIA_VECTOR_BLOCKS(atan2_fn) STRIA_VECTOR_BLOCK_BEFORE_NUMBER(atan2_fn))
/// Length of the hypotenuse, sqrt(a * a + b * b), without overflow of the squares.
///
/// \param a    operand or number
/// \param b    operand or number that broadcasts with `a`
/// \returns    an expression of the broadcast shape, with elements of the C++ common type; double
///             if both are integers
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.hypot(a, b)`
/// \usage      `hypot(x, y)`
/// \see        norm, abs
STRIA_BINARY_MATH(
    hypot,
    template <detail::block_number T>
    static void block(T* to, index n, const T* x, const T* y) { detail::hypot_block(to, n, x, y); })
/// The magnitude of a with the sign of b.
///
/// \param a    operand or number
/// \param b    operand or number that broadcasts with `a`
/// \returns    an expression of the broadcast shape, with elements of the C++ common type; double
///             if both are integers
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.copysign(a, b)`
/// \usage      `copysign(a, b)`
/// \see        abs, sign, signbit
STRIA_BINARY_MATH(copysign)
/// The next representable number after a in the direction of b.
///
/// \param a    operand or number
/// \param b    operand or number that broadcasts with `a`
/// \returns    an expression of the broadcast shape, with elements of the C++ common type; double
///             if both are integers
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.nextafter(a, b)`
/// \usage      `nextafter(a, constants::inf)`
/// \see        copysign
STRIA_BINARY_MATH(nextafter)

#undef STRIA_BINARY_MATH
STRIA_FUNCTION_EXISTS(pow)
STRIA_FUNCTION_EXISTS(fmod)
STRIA_FUNCTION_EXISTS(nearbyint)
#undef STRIA_FUNCTION_EXISTS
#undef STRIA_REAL_NUMBERS

namespace detail {

[[noreturn]] [[gnu::cold]] inline void raise_power() {
  raise<value_error>(
      message("stria: pow: an integer to a negative integer power is not an integer; "
              "convert one of them with cast<double>()"));
}
/// One integer raised to the power of another. The result wraps on overflow, as integer products do
/// in NumPy.
template <std::integral A> constexpr A integer_power(A base, A power) {
  using U = modular_t<A>;
  if (power < 0) [[unlikely]]
    raise_power();
  U r = 1, b = static_cast<U>(base);
  for (U p = static_cast<U>(power); p != 0; p >>= 1) {
    if ((p & 1) != 0)
      r *= b;
    b *= b;
  }
  return static_cast<A>(r);
}

} // namespace detail

namespace detail {

/// A power of a complex number. Like NumPy, it multiplies for integers below 100, so that these
/// powers are as exact as products, and x to the power of 0 is 1 for every x.
template <class C> constexpr C complex_power(const C& x, const C& y) {
  using R = typename real_of<C>::type;
  if (y.imag() == R(0) && y.real() > R(-100) && y.real() < R(100)) {
    const int n = static_cast<int>(y.real());
    if (static_cast<R>(n) == y.real()) {
      C power(R(1)), base = x;
      for (int m = n < 0 ? -n : n; m != 0; m /= 2) {
        if (m % 2 != 0)
          power = multiply_fn{}(power, base);
        base = multiply_fn{}(base, base);
      }
      return n < 0 ? C(R(1)) / power : power;
    }
  }
  using cmath::pow;
  return pow(x, y);
}

} // namespace detail

namespace elementwise {
struct pow_fn {
  static constexpr const char* text = "pow";
  static constexpr bool is_expensive = true;
  /// The square, of which loops with other operations are vectorised as a whole.
  template <class T> struct simple_form {
    template <class A> STRIA_ELEMENT constexpr T operator()(const A& a) const {
      if constexpr (std::integral<T>)
        return static_cast<T>(detail::modular<T>(a) * detail::modular<T>(a));
      else
        return static_cast<T>(a) * static_cast<T>(a);
    }
  };
  template <class B> static constexpr bool is_simple_for(const B& power) { return power == 2; }
  STRIA_VECTOR_BLOCKS(pow_fn)
  template <detail::block_number T> static void block(T* to, index n, const T* x, T power) {
#if defined(STRIA_USE_SIMD)
    if (!detail::is_few_halves(power))
      return detail::apply_in_vectors<pow_fn>(const_cast<T*>(x), 1, &power, 0, to, n);
#endif
    detail::power_block(to, n, x, power);
  }
  // Only for signed numbers: a negative power would no longer be negative as an unsigned one.
  template <std::signed_integral T> static void block(T* to, index n, const T* x, T power) {
    if (power < 0) [[unlikely]]
      detail::raise_power();
    detail::power_block(to, n, x, power);
  }
  template <class A, class B>
    requires detail::calls::pow_exists<A, B>
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (detail::mixed_integers<A, B> && std::signed_integral<B>)
      if (b < 0) [[unlikely]]
        detail::raise_power();
    return detail::promoted(
        [](const auto& x, const auto& y) {
          if constexpr (std::integral<std::remove_cvref_t<decltype(x)>> &&
                        std::same_as<decltype(x), decltype(y)>) {
            return detail::integer_power(x, y);
          } else if constexpr (detail::is_complex<std::remove_cvref_t<decltype(x)>>::value &&
                               std::same_as<decltype(x), decltype(y)>) {
            return detail::complex_power(x, y);
          } else {
            using detail::cmath::pow;
            return pow(detail::to_floating(x), detail::to_floating(y));
          }
        },
        a, b);
  }
};
} // namespace elementwise
/// Raises each element of a to the power of b.
///
/// \param a    operand or number: the base
/// \param b    operand or number: the exponent
/// \returns    an expression of the broadcast shape, with elements of the C++ common type; for two
///             integers an integer type, whose values wrap on overflow
/// \throws     shape_error if the shapes do not broadcast; value_error, when an element is
///             computed, if both are integers and the exponent is negative
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.power(a, b)`, `a ** b`
/// \usage      `pow(a, 2)`, `pow(a, 0.5)`
/// \see        sqrt, square, exp
template <class A, class B>
  requires detail::operand_list<A, B>
constexpr auto pow(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::pow_fn, A, B>), elementwise::pow_fn{},
                        static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING_TWO(pow, (detail::map_result<elementwise::pow_fn, A, B>), elementwise::pow_fn{},
                    static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(pow);

namespace detail {

/// Rounds to the nearest whole number without the C library, whose functions cannot be used in
/// constant expressions.
template <std::floating_point T> constexpr T rounded(T a) {
  // All numbers of magnitude `whole` or larger are whole numbers. Adding `whole` therefore rounds
  // to a whole number, and rounds half-way cases to an even one.
  T whole = 1;
  for (int i = 1; i < std::numeric_limits<T>::digits; ++i)
    whole *= 2;
  if (!(a > -whole && a < whole))
    return a;
  const T magnitude = a < 0 ? -a : a;
  return cmath::copysign((magnitude + whole) - whole, a);
}

} // namespace detail

namespace elementwise {
/// Rounds to the nearest whole number; half-way cases round to the even neighbour.
struct round_fn {
  static constexpr const char* text = "round";
  static constexpr const char* takes = detail::real_numbers;
  template <detail::not_complex A>
    requires detail::calls::nearbyint_exists<A>
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    if constexpr (std::integral<A>)
      return detail::to_floating(a);
    else {
      if constexpr (std::floating_point<A>)
        if consteval {
          return detail::rounded(a);
        }
      using detail::cmath::nearbyint;
      return nearbyint(detail::to_floating(a));
    }
  }
};
} // namespace elementwise

namespace detail {

// Finds abs() in the namespace of the element type.
namespace found_abs {
using std::abs;
template <class A>
concept exists = requires(const A& a) { abs(a); };
template <exists A> constexpr auto of(const A& a) { return abs(a); }
} // namespace found_abs
template <class A>
concept has_conj = requires(const A& a) { conj(a); };

} // namespace detail

namespace elementwise {
struct abs_fn {
  static constexpr const char* text = "abs";
  template <class A>
    requires(std::is_arithmetic_v<A> || detail::cmath::short_float<A> ||
             detail::found_abs::exists<A>)
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    if constexpr (std::unsigned_integral<A>)
      return a;
    else if constexpr (std::integral<A>)
      // The smallest integer has no positive counterpart and stays negative, as in NumPy.
      return a < 0 ? detail::negative_of(a) : a;
    else if constexpr (std::is_arithmetic_v<A> || detail::cmath::short_float<A>)
      // The test is a <= 0 instead of a < 0, so that the absolute value of -0.0 is 0.0.
      return static_cast<A>(a <= A{} ? A{} - a : a);
    else
      return detail::found_abs::of(a);
  }
  template <detail::block_number T, class Z>
    requires detail::is_complex<Z>::value
  static void block(T* to, index n, const Z* z) {
    detail::abs_block(to, n, z);
  }
};

struct conj_fn {
  static constexpr const char* text = "conj";
  template <class A> STRIA_ELEMENT constexpr auto operator()(const A& a) const {
    // A type without conj() counts as real.
    if constexpr (detail::is_complex<A>::value)
      return A(a.real(), -a.imag());
    else if constexpr (detail::has_conj<A>)
      return conj(a);
    else
      return a;
  }
};

struct sign_fn {
  static constexpr const char* text = "sign";
  static constexpr const char* takes = detail::real_numbers;
  template <detail::not_complex A>
    requires detail::has_order<A, A> && requires {
      A{1};
      static_cast<A>(A{0} - A{1});
    }
  STRIA_INLINE constexpr A operator()(const A& a) const {
    // All comparisons with NaN are false, so NaN stays.
    return a > A{0} ? A{1} : a < A{0} ? static_cast<A>(A{0} - A{1}) : a == A{0} ? A{0} : a;
  }
};

struct square_fn {
  static constexpr const char* text = "square";
  template <class A>
    requires requires(const A& a) { a* a; }
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    if constexpr (std::integral<A>)
      return multiply_fn{}(a, a);
    else
      return a * a;
  }
};

struct isnan_fn {
  static constexpr const char* text = "isnan";
  template <class A> STRIA_INLINE constexpr bool operator()(const A& a) const {
    return detail::is_nan(a);
  }
};

struct isinf_fn {
  static constexpr const char* text = "isinf";
  template <class A> STRIA_INLINE constexpr bool operator()(const A& a) const {
    if constexpr (std::floating_point<A>)
      return detail::is_infinite(a);
    else if constexpr (detail::is_complex<A>::value)
      return (*this)(a.real()) || (*this)(a.imag());
    else
      return false;
  }
};

struct isfinite_fn {
  static constexpr const char* text = "isfinite";
  template <class A> STRIA_INLINE constexpr bool operator()(const A& a) const {
    if constexpr (std::floating_point<A>)
      return detail::is_finite(a);
    else if constexpr (detail::is_complex<A>::value)
      return (*this)(a.real()) && (*this)(a.imag());
    else
      return true;
  }
};
} // namespace elementwise

namespace detail {

template <std::floating_point A> STRIA_INLINE constexpr A floor_remainder(A a, A b) {
  const A r = cmath::fmod(a, b);
  if (r == A{0})
    return cmath::copysign(A{0}, b);
  return (r < A{0}) != (b < A{0}) ? r + b : r;
}
template <std::floating_point A> STRIA_INLINE constexpr A floor_quotient(A a, A b) {
  if (b == A{0})
    return a / b;
  // a - rest is nearly a multiple of b, so the quotient is rounded to a whole number.
  const A rest = cmath::fmod(a, b);
  A q = (a - rest) / b;
  if (rest != A{0} && (rest < A{0}) != (b < A{0}))
    q -= A{1};
  if (q == A{0})
    return cmath::copysign(A{0}, a / b);
  const A down = cmath::floor(q);
  return q - down > A{0.5} ? down + A{1} : down;
}

template <class A, class B>
concept has_floor_quotient =
    not_complex<A, B> && ((is_number<A> && is_number<B>) || requires(const A& a, const B& b) {
      floor_quotient(a, b);
      floor_remainder(a, b);
    });

} // namespace detail

namespace detail {
/// first ? x : y.
template <class X, class Y> STRIA_INLINE constexpr auto either(bool first, const X& x, const Y& y) {
#if !defined(__clang__)
  // g++ moves the computation of an operand into the branch where it is used. It does not vectorise
  // such a branch if the computation converts between floating-point numbers and integers, as the
  // division of integers does. Both operands are needed for a selection by bits.
  if constexpr (std::same_as<X, Y> && std::integral<X> && !std::same_as<X, bool>)
    if !consteval {
      const X mask = static_cast<X>(X{0} - static_cast<X>(first));
      return static_cast<X>((x & mask) | (y & ~mask));
    }
#endif
  return first ? x : y;
}
} // namespace detail

namespace elementwise {
struct floor_divide_fn {
  static constexpr const char* text = "floor_divide";
  static constexpr const char* takes = detail::real_numbers;
  template <class A, class B>
    requires detail::has_floor_quotient<A, B>
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return detail::promoted(
        [](const auto& x, const auto& y) { return detail::floor_quotient(x, y); }, a, b);
  }
};
struct remainder_fn {
  static constexpr const char* text = "remainder";
  static constexpr const char* takes = detail::real_numbers;
  template <class A, class B>
    requires detail::has_floor_quotient<A, B>
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return detail::promoted(
        [](const auto& x, const auto& y) { return detail::floor_remainder(x, y); }, a, b);
  }
};
struct fmod_fn {
  static constexpr const char* text = "fmod";
  static constexpr const char* takes = detail::real_numbers;
  template <class A, class B>
    requires(detail::not_complex<A, B> && detail::calls::fmod_exists<A, B>)
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return detail::promoted(
        []<class C>(const C& x, const C& y) {
          if constexpr (std::integral<C>) {
            if constexpr (std::is_signed_v<C>)
              if (y == C{-1})
                return C{0};
            return y == 0 ? C{0} : static_cast<C>(x % y);
          } else {
            using detail::cmath::fmod;
            return fmod(x, y);
          }
        },
        a, b);
  }
};

struct fma_fn {
  static constexpr const char* text = "fma";
  template <class A, class B, class C>
    requires requires(const A& a, const B& b, const C& c) { add_fn{}(multiply_fn{}(a, b), c); }
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b, const C& c) const {
    using T = decltype(add_fn{}(multiply_fn{}(a, b), c));
    if constexpr (std::floating_point<T>)
      return detail::cmath::fma(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c));
    else
      return add_fn{}(multiply_fn{}(a, b), c);
  }
};

struct clip_fn {
  static constexpr const char* text = "clip";
  static constexpr const char* takes = detail::real_numbers;
  template <class A, class B, class C>
    requires(detail::has_order<A, B> && detail::has_order<A, C>)
  STRIA_INLINE constexpr auto operator()(const A& a, const B& lo, const C& hi) const {
    using T = decltype(minimum_fn{}(maximum_fn{}(a, lo), hi));
    if constexpr (std::floating_point<T> && std::same_as<A, T>) {
      // The same values as below, with fewer instructions: each of the first two selections is one.
      const T low = static_cast<T>(lo), high = static_cast<T>(hi);
      const T raised = a > low ? a : low, lowered = raised < high ? raised : high;
      const T bounded = low == low ? lowered : low;
      return a == a ? bounded : a;
    } else if constexpr (std::integral<A> && std::same_as<A, B> && std::same_as<A, C>) {
      const A raised = a > lo ? a : lo, lowered = raised < hi ? raised : hi;
      return lowered;
    } else {
      return minimum_fn{}(maximum_fn{}(a, lo), hi);
    }
  }
};

struct where_fn {
  static constexpr const char* text = "where";
  static constexpr const char* takes =
      "conditions that are bools or numbers, and elements with a common type";
  template <detail::has_truth C, class A, class B>
    requires((detail::is_number<A> && detail::is_number<B>) ||
             requires(const A& a, const B& b) { true ? a : b; })
  STRIA_INLINE constexpr auto operator()(const C& c, const A& a, const B& b) const {
    const bool first = detail::is_nonzero(c);
    if constexpr (detail::is_number<A> && detail::is_number<B>) {
      using T = typename detail::selected_pair<A, B>::type;
      if constexpr (detail::may_not_fit<T, A> || detail::may_not_fit<T, B>)
        return first ? detail::held_as<T>(text, a) : detail::held_as<T>(text, b);
      else
        return detail::either(first, detail::held_as<T>(text, a), detail::held_as<T>(text, b));
    } else {
      return detail::either(first, a, b);
    }
  }
};

template <class T> struct cast_fn {
  static constexpr const char* text = "cast";
  STRIA_INLINE constexpr T operator()(const auto& a) const { return detail::number_as<T>(a); }
};
} // namespace elementwise

#define STRIA_UNARY_FUNCTION(name)                                                                 \
  template <detail::operand_or_refused A>                                                          \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A>),  \
                                                 elementwise::name##_fn{}, static_cast<A&&>(a));   \
  STRIA_BORROWING_ONE(name, (detail::map_result<elementwise::name##_fn, A>),                       \
                      elementwise::name##_fn{}, a);                                                \
  STRIA_FOREIGN_UNARY(name);

/// Rounds each element to the nearest whole number, half-way cases to the even one.
///
/// \param a    operand of real numbers
/// \returns    an expression with the shape of `a`; double for integers, otherwise the element type
///             of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.round(a)`
/// \usage      `round(a)`
/// \see        floor, ceil, trunc
STRIA_UNARY_FUNCTION(round)
/// Absolute value of each element; the magnitude of complex numbers.
///
/// The smallest signed integer has no positive counterpart and stays negative, as in NumPy.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; the real type of
///             complex numbers, otherwise the element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.abs(a)`
/// \usage      `abs(a)`
/// \see        sign, arg, norm
STRIA_UNARY_FUNCTION(abs)
/// Complex conjugate of each element; real numbers are unchanged.
///
/// \param a    operand of real or complex numbers
/// \returns    an expression with the shape and element type of `a`
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.conj(a)`
/// \usage      `conj(z)`
/// \see        real, imag
STRIA_UNARY_FUNCTION(conj)
/// Sign of each element: -1, 0 or 1; NaN for NaN.
///
/// \param a    operand of real numbers, or a number
/// \returns    an expression with the shape and element type of `a`, or the value for a number
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.sign(a)`
/// \usage      `sign(a)`
/// \see        copysign, signbit
STRIA_UNARY_FUNCTION(sign)
/// Square of each element, a * a.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression with the shape of `a`, or the value for a number; the element type of
///             a * a
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.square(a)`
/// \usage      `square(a)`
/// \see        sqrt, pow
STRIA_UNARY_FUNCTION(square)
/// Whether each element is NaN. A complex number is NaN if one of its parts is.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression of bool with the shape of `a`, or a bool for a number; false for
///             integers
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.isnan(a)`
/// \usage      `isnan(a)`
/// \see        isfinite, isinf
STRIA_UNARY_FUNCTION(isnan)
/// Whether each element is infinite. A complex number is infinite if one of its parts is.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression of bool with the shape of `a`, or a bool for a number; false for
///             integers
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.isinf(a)`
/// \usage      `isinf(a)`
/// \see        isfinite, isnan, isposinf
STRIA_UNARY_FUNCTION(isinf)
/// Whether each element is neither infinite nor NaN. A complex number is finite if both parts are.
///
/// \param a    operand of real or complex numbers, or a number
/// \returns    an expression of bool with the shape of `a`, or a bool for a number; true for
///             integers
/// \throws     nothing
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.isfinite(a)`
/// \usage      `isfinite(a)`
/// \see        isinf, isnan
STRIA_UNARY_FUNCTION(isfinite)

#undef STRIA_UNARY_FUNCTION

STRIA_MATH_OF_NUMBER(abs)
STRIA_MATH_OF_NUMBER(sign)
STRIA_MATH_OF_NUMBER(square)
STRIA_MATH_OF_NUMBER(isnan)
STRIA_MATH_OF_NUMBER(isinf)
STRIA_MATH_OF_NUMBER(isfinite)

#undef STRIA_MATH_OF_NUMBER

#define STRIA_BINARY_FUNCTION(name)                                                                \
  template <class A, class B>                                                                      \
    requires detail::operand_list<A, B>                                                            \
  constexpr auto name(A&& a, B&& b)                                                                \
      STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A, B>),                      \
                          elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b));     \
  STRIA_BORROWING_TWO(name, (detail::map_result<elementwise::name##_fn, A, B>),                    \
                      elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b));         \
  STRIA_FOREIGN_BINARY(name);

/// The larger of two elements; NaN if either is NaN.
///
/// \param a    operand or number
/// \param b    operand or number that broadcasts with `a`
/// \returns    an expression of the broadcast shape. Elements of the same type keep it; different
///             types of integers give the type that holds both (for int and unsigned: unsigned),
///             other types their common type in C++
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.maximum(a, b)`
/// \usage      `maximum(a, 0)`
/// \see        minimum, fmax, max, clip
STRIA_BINARY_FUNCTION(maximum)
/// The smaller of two elements; NaN if either is NaN.
///
/// \param a    operand or number
/// \param b    operand or number that broadcasts with `a`
/// \returns    an expression of the broadcast shape. Elements of the same type keep it; different
///             types of integers give the type that holds both (for int and unsigned: int), other
///             types their common type in C++
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.minimum(a, b)`
/// \usage      `minimum(a, b)`
/// \see        maximum, fmin, min, clip
STRIA_BINARY_FUNCTION(minimum)
/// The quotient a / b rounded down; 0 for integers divided by 0.
///
/// \param a    operand or number: the dividend
/// \param b    operand or number: the divisor
/// \returns    an expression of the broadcast shape, with elements of the type of a + b
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `a // b`, `np.floor_divide(a, b)`
/// \usage      `floor_divide(a, 2)`
/// \see        remainder, divide
STRIA_BINARY_FUNCTION(floor_divide)
/// The remainder of floor_divide(), with the sign of b; 0 for integers divided by 0.
///
/// \param a    operand or number: the dividend
/// \param b    operand or number: the divisor
/// \returns    an expression of the broadcast shape, with elements of the type of a + b
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `a % b`, `np.remainder(a, b)`
/// \usage      `remainder(a, 360)`
/// \see        floor_divide, fmod
STRIA_BINARY_FUNCTION(remainder)
/// The remainder of the division rounded towards zero, with the sign of a; 0 for integers divided
/// by 0.
///
/// \param a    operand or number: the dividend
/// \param b    operand or number: the divisor
/// \returns    an expression of the broadcast shape, with elements of the type of a + b
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.fmod(a, b)`
/// \usage      `fmod(a, 2)`
/// \see        remainder
STRIA_BINARY_FUNCTION(fmod)

#undef STRIA_BINARY_FUNCTION

#define STRIA_TERNARY_FUNCTION(name)                                                               \
  template <class A, class B, class C>                                                             \
    requires detail::operand_list<A, B, C>                                                         \
  constexpr auto name(A&& a, B&& b, C&& c)                                                         \
      STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A, B, C>),                   \
                          elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b),      \
                          static_cast<C&&>(c));                                                    \
  STRIA_BORROWING_THREE(name, (detail::map_result<elementwise::name##_fn, A, B, C>),               \
                        elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b),        \
                        static_cast<C&&>(c));                                                      \
  STRIA_FOREIGN_TERNARY(name);

/// a * b + c for each element, rounded once for floating-point numbers.
///
/// \param a    operand or number
/// \param b    operand or number
/// \param c    operand or number; the three operands broadcast together
/// \returns    an expression of the broadcast shape, with elements of the type of a * b + c
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      none; in C++ `std::fma(a, b, c)`
/// \usage      `fma(a, b, c)`
STRIA_TERNARY_FUNCTION(fma)
#undef STRIA_TERNARY_FUNCTION

namespace detail {
/// A call of clip().
template <class A, class B, class C> struct clip_result : map_result<clip_fn, A, B, C> {};
template <class A, class B, class C>
  requires(integer_bound<A, B> && integer_bound<A, C>)
struct clip_result<A, B, C> : map_result<clip_fn, A, value_t<A>, value_t<A>> {
  using T = value_t<A>;
  using call = map_result<clip_fn, A, T, T>;
  static constexpr auto run(clip_fn f, A&& a, const B& lo, const C& hi) -> typename call::type {
    check_bound<T, true>(hi);
    if (nearest_bound<T>(hi) == std::numeric_limits<T>::max())
      if (T t{}; !convert_fits<T>(hi, t)) // the lower bound may be the result
        check_bound<T, false>(lo);
    return call::run(f, static_cast<A&&>(a), nearest_bound<T>(lo), nearest_bound<T>(hi));
  }
};
} // namespace detail

/// Limits each element to an interval: at least b and at most c.
///
/// \param a    operand or number: the values
/// \param b    operand or number: the lower bound
/// \param c    operand or number: the upper bound; it is the result where it is below the lower
///             bound
/// \returns    an expression of the broadcast shape. If the bounds are integers and `a` has integer
///             elements, it has elements of that type; otherwise of the type of
///             minimum(maximum(a, b), c): a float tensor with double bounds gives double
/// \throws     shape_error if the shapes do not broadcast; value_error if integer bounds exclude
///             every integer of the element type
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.clip(a, lo, hi)`
/// \usage      `clip(a, 0.f, 1.f)`, `clip(image, 0, 200)`
/// \see        maximum, minimum
template <class A, class B, class C>
  requires detail::operand_list<A, B, C>
constexpr auto clip(A&& a, B&& b, C&& c)
    STRIA_RUN_OR_REFUSE((detail::clip_result<A, B, C>), elementwise::clip_fn{}, static_cast<A&&>(a),
                        static_cast<B&&>(b), static_cast<C&&>(c));
STRIA_BORROWING_THREE(clip, (detail::clip_result<A, B, C>), elementwise::clip_fn{},
                      static_cast<A&&>(a), static_cast<B&&>(b), static_cast<C&&>(c));
STRIA_FOREIGN_TERNARY(clip);

namespace detail {
/// A call of where().
template <class C, class A, class B> struct where_result : map_result<where_fn, C, A, B> {};
// Signed and unsigned integers of which one has 64 bits.
template <class C, class A, class B>
  requires choices_mix<A, B>
struct where_result<C, A, B> {
  using T = choice_t<A, B>;
  using call = selecting_call<"where", choices_mix<adapted_t<T, A>, adapted_t<T, B>>,
                              map_result<where_fn, C, adapted_t<T, A>, adapted_t<T, B>>>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(where_fn f, C&& c, A&& a, B&& b) {
    return call::run(f, static_cast<C&&>(c), adapt_to<T>("where", static_cast<A&&>(a)),
                     adapt_to<T>("where", static_cast<B&&>(b)));
  }
};
} // namespace detail

/// Selects elements by a condition: b where a is true, otherwise c.
///
/// \param a    operand: the condition, with elements that convert to bool
/// \param b    operand or number
/// \param c    operand or number; the three operands broadcast together
/// \returns    an expression of the broadcast shape, with elements of the type that holds those of
///             b and c: their own if it is the same, otherwise the type to which NumPy promotes
///             integers, with int64 in place of double. A float beside an integer stays float
/// \throws     shape_error if the shapes do not broadcast; value_error, before anything is written,
///             if int64 and uint64 are mixed and a selected element does not fit into int64, or if
///             a number does not fit into the elements beside it
/// \refuses    static shapes that do not broadcast
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `np.where(a, b, c)`
/// \usage      `where(a > 0, a, 0)`
/// \see        select, choose, piecewise
template <class A, class B, class C>
  requires detail::operand_list<A, B, C>
constexpr auto where(A&& a, B&& b, C&& c)
    STRIA_RUN_OR_REFUSE((detail::where_result<A, B, C>), elementwise::where_fn{},
                        static_cast<A&&>(a), static_cast<B&&>(b), static_cast<C&&>(c));
STRIA_BORROWING_THREE(where, (detail::where_result<A, B, C>), elementwise::where_fn{},
                      static_cast<A&&>(a), static_cast<B&&>(b), static_cast<C&&>(c));
STRIA_FOREIGN_TERNARY(where);

namespace detail {

template <class T, class A> struct cast_verdict {
  static constexpr bool accepted = requires(const value_t<A>& v) { static_cast<T>(v); };
  static constexpr message text() {
    return message("stria: cast: the elements do not convert to the requested type; use real(), "
                   "imag() or abs() for complex numbers");
  }
};
template <class T, class A> struct cast_result {};
template <class T, class A>
  requires is_refused<std::remove_cvref_t<A>>
struct cast_result<T, A> : ignored_call {};
template <class T, operand A>
struct cast_result<T, A>
    : judged_call<cast_verdict<T, A>, constructing_call<map_of<cast_fn<T>, hold_t<A>>>> {};

} // namespace detail

/// Converts each element to another type.
///
/// \tparam T   the element type of the result
/// \param a    operand whose elements convert to T
/// \returns    an expression with the shape of `a` and the element type T
/// \throws     nothing
/// \refuses    elements that do not convert to T, such as complex numbers to real ones
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `a.astype(T)`
/// \usage      `cast<double>(a)`
/// \see        astype, real
template <class T, detail::operand_or_refused A>
constexpr auto cast(A&& a) STRIA_RUN_OR_REFUSE((detail::cast_result<T, A>),
                                               elementwise::cast_fn<T>{}, static_cast<A&&>(a));
STRIA_BORROWING((class T, detail::tensor_operand S, class A = detail::lvalue_t<S>), cast,
                (S & a STRIA_LIFETIMEBOUND), (detail::cast_result<T, A>), elementwise::cast_fn<T>{},
                a);
STRIA_FOREIGN_TEMPLATED(class T, cast, detail::not_ours);

/// Applies a function to the elements of operands.
///
/// \param f    a function of one element of each operand. If it has captures, it is called in order
///             on one thread; otherwise it may be called in any order and on several threads
/// \param a    operands and numbers that broadcast together; at least one is an operand
/// \returns    an expression of the broadcast shape with elements of the type that f returns
/// \throws     shape_error if the shapes do not broadcast; when an element is computed, any
///             exception of f
/// \refuses    static shapes that do not broadcast, and a function that cannot be called with the
///             elements as const, that returns nothing, or that has a member is_expensive, pure or
///             text of another type than the library reads
/// \complexity O(n), one call for each element; lazy, nothing is allocated
/// \numpy      `np.vectorize(f)(a, b)`
/// \usage      `map([](double x, double y) { return x < y ? x : -y; }, a, b)`
/// \see        from_function, piecewise
template <class F, class... A>
  requires detail::operand_list<A...>
constexpr auto map(F f, A&&... a) STRIA_RUN_OR_REFUSE((detail::map_of_user<F, A...>),
                                                      static_cast<F&&>(f), static_cast<A&&>(a)...);
STRIA_BORROWING((class F, detail::tensor_operand... S, class = detail::lvalues<S...>), map,
                (F f, S&... a STRIA_LIFETIMEBOUND), (detail::map_of_user<F, S&...>),
                static_cast<F&&>(f), a...);
STRIA_FOREIGN(map, detail::whatever, detail::not_ours, detail::whatever = {},
              detail::whatever = {});
STRIA_FOREIGN(map, detail::whatever, detail::ours, detail::not_ours, detail::whatever = {});

} // namespace stria
