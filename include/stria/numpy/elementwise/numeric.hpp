// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/numeric.hpp: element-wise functions of NumPy that are not in <cmath>: fmax,
// logaddexp, heaviside, nan_to_num, sinc, gcd and others.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/numpy/elementwise/constants.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/tensor/foreign.hpp>

#include <limits>

namespace stria {

namespace detail {

template <class T>
inline constexpr auto number_pi = static_cast<constant_type<T>>(3.141592653589793238462643L);
template <class T>
inline constexpr auto number_ln_2 = static_cast<constant_type<T>>(0.693147180559945309417232L);

/// A number that the real functions of the C library accept.
template <class T>
concept real_number = std::is_arithmetic_v<T> || cmath::short_float<T>;

/// f(x, y) in the common floating-point type; integers are converted to double.
template <class F, class A, class B>
STRIA_INLINE constexpr auto floating(F f, const A& a, const B& b) {
  // Not by promotion, which would make a negative number unsigned beside an unsigned one.
  if constexpr (std::integral<A> && std::integral<B>)
    return f(to_floating(a), to_floating(b));
  else
    return promoted([f](const auto& x, const auto& y) { return f(to_floating(x), to_floating(y)); },
                    a, b);
}

} // namespace detail

// The member kernel_body is the body of the same function in device code; $T is the type of x, y
// and the result.

namespace elementwise {
struct fmax_fn {
  static constexpr const char* text = "fmax";
  static constexpr const char* takes = detail::real_numbers;
  static constexpr const char* kernel_body = "return x >= y || y != y ? x : y;";
  template <class A, class B>
    requires detail::has_order<A, B>
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (std::integral<A> && std::integral<B>)
      return maximum_fn{}(a, b);
    else
      return detail::promoted([](const auto& x, const auto& y) { return x >= y || y != y ? x : y; },
                              a, b);
  }
};
struct fmin_fn {
  static constexpr const char* text = "fmin";
  static constexpr const char* takes = detail::real_numbers;
  static constexpr const char* kernel_body = "return x <= y || y != y ? x : y;";
  template <class A, class B>
    requires detail::has_order<A, B>
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (std::integral<A> && std::integral<B>)
      return minimum_fn{}(a, b);
    else
      return detail::promoted([](const auto& x, const auto& y) { return x <= y || y != y ? x : y; },
                              a, b);
  }
};
struct logaddexp_fn {
  static constexpr const char* text = "logaddexp";
  static constexpr const char* takes = detail::real_numbers;
  static constexpr bool is_expensive = true;
  static constexpr const char* kernel_body =
      "if (x == y) return x + ($T)0.69314718055994530942; const $T d = x - y;"
      " return d > 0 ? x + log1p(exp(-d)) : d <= 0 ? y + log1p(exp(d)) : d;";
  STRIA_VECTOR_BLOCKS(logaddexp_fn)
  STRIA_VECTOR_BLOCK_BEFORE_NUMBER(logaddexp_fn)
  template <class A, class B>
    requires(detail::real_number<A> && detail::real_number<B>)
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return detail::floating(
        []<class T>(T x, T y) {
          if (x == y) // covers equal infinities
            return static_cast<T>(x + static_cast<T>(detail::number_ln_2<T>));
          const T d = x - y;
          return static_cast<T>(d > 0    ? x + detail::cmath::log1p(detail::cmath::exp(-d))
                                : d <= 0 ? y + detail::cmath::log1p(detail::cmath::exp(d))
                                         : d);
        },
        a, b);
  }
};
struct logaddexp2_fn {
  static constexpr const char* text = "logaddexp2";
  static constexpr const char* takes = detail::real_numbers;
  static constexpr bool is_expensive = true;
  static constexpr const char* kernel_body =
      "if (x == y) return x + 1; const $T d = x - y; const $T e = ($T)1.44269504088896340736;"
      " return d > 0 ? x + e * log1p(exp2(-d)) : d <= 0 ? y + e * log1p(exp2(d)) : d;";
  STRIA_VECTOR_BLOCKS(logaddexp2_fn)
  STRIA_VECTOR_BLOCK_BEFORE_NUMBER(logaddexp2_fn)
  template <class A, class B>
    requires(detail::real_number<A> && detail::real_number<B>)
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return detail::floating(
        []<class T>(T x, T y) {
          if (x == y)
            return static_cast<T>(x + 1);
          const T d = x - y, e = static_cast<T>(1 / detail::number_ln_2<T>);
          return static_cast<T>(d > 0    ? x + e * detail::cmath::log1p(detail::cmath::exp2(-d))
                                : d <= 0 ? y + e * detail::cmath::log1p(detail::cmath::exp2(d))
                                         : d);
        },
        a, b);
  }
};
struct heaviside_fn {
  static constexpr const char* text = "heaviside";
  static constexpr const char* takes = detail::real_numbers;
  static constexpr const char* kernel_body =
      "return x != x ? x : x == 0 ? y : x < 0 ? ($T)0 : ($T)1;";
  template <class A, class B>
    requires(detail::has_order<A, B> && detail::has_arithmetic<A, B>)
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return detail::floating(
        []<class T>(T x, T y) { return x != x   ? x
                                       : x == 0 ? y
                                       : x < 0  ? T{0}
                                                : T{1}; }, a, b);
  }
};

struct reciprocal_fn {
  static constexpr const char* text = "reciprocal";
  static constexpr const char* kernel_body = "return x == 0 && ($T)0.5 == 0 ? 0 : 1 / x;";
  template <detail::has_arithmetic A> STRIA_INLINE constexpr A operator()(const A& a) const {
    if constexpr (std::integral<A>)
      return a == 0 ? A{0} : static_cast<A>(A{1} / a);
    else
      return A(1) / a;
  }
};
struct signbit_fn {
  static constexpr const char* text = "signbit";
  static constexpr const char* takes = detail::real_numbers;
  template <detail::not_complex A>
    requires(detail::has_arithmetic<A> && detail::has_order<A, A>)
  STRIA_INLINE constexpr bool operator()(const A& a) const {
    if constexpr (std::floating_point<A>)
      return detail::cmath::copysign(A{1}, a) < 0;
    else
      return a < A{0};
  }
};
struct sinc_fn {
  static constexpr const char* text = "sinc";
  static constexpr bool is_expensive = true;
  static constexpr const char* kernel_body =
      "const $T p = ($T)3.14159265358979323846 * (x == 0 ? ($T)1e-20 : x); return sin(p) / p;";
  template <detail::has_arithmetic A>
    requires detail::calls::sin_exists<A>
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    const auto x = detail::to_floating(a);
    using T = std::remove_const_t<decltype(x)>;
    const T p = static_cast<T>(detail::number_pi<T>) * (x == T(0) ? static_cast<T>(1e-20) : x);
    using detail::cmath::sin;
    return static_cast<T>(sin(p) / p);
  }
};
/// The modified Bessel function by its power series, whose terms are all positive.
struct i0_fn {
  static constexpr const char* text = "i0";
  static constexpr const char* takes = detail::real_numbers;
  static constexpr bool is_expensive = true;
  template <detail::real_number A> constexpr auto operator()(const A& a) const {
    const auto x = detail::to_floating(a);
    using T = std::remove_const_t<decltype(x)>;
    using wide = detail::constant_type<T>;
    const wide quarter = static_cast<wide>(x) * static_cast<wide>(x) / 4;
    wide term = 1, sum = 1;
    for (wide k = 1; term > sum * wide(1e-20L) && sum <= std::numeric_limits<wide>::max(); ++k) {
      term *= quarter / (k * k);
      sum += term;
    }
    return static_cast<T>(quarter == quarter ? sum : quarter);
  }
};
struct deg2rad_fn {
  static constexpr const char* text = "deg2rad";
  static constexpr const char* takes = detail::real_numbers;
  static constexpr const char* kernel_body = "return x * ($T)(3.14159265358979323846 / 180);";
  template <detail::not_complex A>
    requires detail::has_arithmetic<A>
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    const auto x = detail::to_floating(a);
    using T = decltype(+x);
    return static_cast<T>(x * static_cast<T>(detail::number_pi<T> / 180));
  }
};
struct rad2deg_fn {
  static constexpr const char* text = "rad2deg";
  static constexpr const char* takes = detail::real_numbers;
  static constexpr const char* kernel_body = "return x * ($T)(180 / 3.14159265358979323846);";
  template <detail::not_complex A>
    requires detail::has_arithmetic<A>
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    const auto x = detail::to_floating(a);
    using T = decltype(+x);
    return static_cast<T>(x * static_cast<T>(180 / detail::number_pi<T>));
  }
};

/// The replacements of NaN and the infinities; the defaults are 0 and the limits of the type.
template <std::floating_point T> struct nan_to_num_fn {
  static constexpr const char* text = "nan_to_num";
  T nan = 0, posinf = std::numeric_limits<T>::max(), neginf = std::numeric_limits<T>::lowest();

  STRIA_INLINE constexpr T operator()(const T& x) const {
    return detail::is_nan(x) ? nan : !detail::is_infinite(x) ? x : x > 0 ? posinf : neginf;
  }
  /// Replaces each part of a complex number separately.
  template <class C>
    requires detail::is_complex<C>::value
  STRIA_INLINE constexpr C operator()(const C& x) const {
    return C((*this)(x.real()), (*this)(x.imag()));
  }
};
struct gcd_fn {
  static constexpr const char* text = "gcd";
  static constexpr const char* takes = "integers";
  static constexpr const char* kernel_body =
      "$T a = x < 0 ? -x : x, b = y < 0 ? -y : y;"
      " while (b != 0) { const $T r = a % b; a = b; b = r; } return a;";
  template <std::integral A, std::integral B>
    requires(!std::same_as<A, bool> && !std::same_as<B, bool>)
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return static_cast<decltype(a + b)>(detail::greatest_divisor(a, b));
  }
};
struct lcm_fn {
  static constexpr const char* text = "lcm";
  static constexpr const char* takes = "integers";
  static constexpr const char* kernel_body =
      "const $T m = x < 0 ? -x : x, n = y < 0 ? -y : y; $T a = m, b = n;"
      " while (b != 0) { const $T r = a % b; a = b; b = r; } return a == 0 ? 0 : m / a * n;";
  template <std::integral A, std::integral B>
    requires(!std::same_as<A, bool> && !std::same_as<B, bool>)
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    using C = decltype(a + b);
    using U = detail::divisor_type<A, B>;
    const U divisor = detail::greatest_divisor(a, b);
    if (divisor == 0)
      return C{0};
    // A result that does not fit wraps, as in NumPy.
    return static_cast<C>(static_cast<U>(detail::magnitude<U>(a) / divisor) *
                          detail::magnitude<U>(b));
  }
};
} // namespace elementwise

#define STRIA_UNARY_FUNCTION(name)                                                                 \
  template <detail::operand_or_refused A>                                                          \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A>),  \
                                                 elementwise::name##_fn{}, static_cast<A&&>(a));   \
  STRIA_BORROWING_ONE(name, (detail::map_result<elementwise::name##_fn, A>),                       \
                      elementwise::name##_fn{}, a);                                                \
  STRIA_FOREIGN_UNARY(name);
#define STRIA_BINARY_FUNCTION(name)                                                                \
  template <class A, class B>                                                                      \
    requires detail::operand_list<A, B>                                                            \
  constexpr auto name(A&& a, B&& b)                                                                \
      STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A, B>),                      \
                          elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b));     \
  STRIA_BORROWING_TWO(name, (detail::map_result<elementwise::name##_fn, A, B>),                    \
                      elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b));         \
  STRIA_FOREIGN_BINARY(name);

/// Computes the larger of two elements. If one of them is NaN, the result is the other one.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted element type
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.fmax(a, b)`
/// \usage        `fmax(a, b)`
/// \see          maximum
STRIA_BINARY_FUNCTION(fmax)
/// Computes the smaller of two elements. If one of them is NaN, the result is the other one.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted element type; for integers,
///               the type of minimum()
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.fmin(a, b)`
/// \usage        `fmin(a, b)`
/// \see          minimum
STRIA_BINARY_FUNCTION(fmin)
/// Computes log(exp(a) + exp(b)) without overflow.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with floating-point elements, double for
///               integers
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.logaddexp(a, b)`
/// \usage        `logaddexp(a, b)`
STRIA_BINARY_FUNCTION(logaddexp)
/// Computes log2(2^a + 2^b) without overflow.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with floating-point elements, double for
///               integers
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.logaddexp2(a, b)`
/// \usage        `logaddexp2(a, b)`
STRIA_BINARY_FUNCTION(logaddexp2)
/// Computes the step function: 0 where a < 0, 1 where a > 0, `b` where a is 0, NaN where a is NaN.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with floating-point elements, double for
///               integers
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.heaviside(a, b)`
/// \usage        `heaviside(a, 0.5)`
STRIA_BINARY_FUNCTION(heaviside)
/// Computes the greatest common divisor, which is never negative; gcd(0, 0) is 0.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, bools, and elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.gcd(a, b)`
/// \usage        `gcd(a, 12)`
STRIA_BINARY_FUNCTION(gcd)
/// Computes the least common multiple, which is never negative; 0 if an operand is 0.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type; a value that
///               does not fit wraps, as in NumPy
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, bools, and elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.lcm(a, b)`
/// \usage        `lcm(a, 12)`
STRIA_BINARY_FUNCTION(lcm)

/// Computes 1 / a. The result for an integer is 0, except for 1 and -1.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape and element type of `a`
/// \refuses      element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.reciprocal(a)`
/// \usage        `reciprocal(a)`
STRIA_UNARY_FUNCTION(reciprocal)
/// Tests whether the sign bit is set. The result is also true for -0.0 and a negative NaN.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with elements of bool
/// \refuses      element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.signbit(a)`
/// \usage        `signbit(a)`
STRIA_UNARY_FUNCTION(signbit)
/// Computes sin(pi a) / (pi a); the result for 0 is 1.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with floating-point elements, double for
///               integers
/// \refuses      element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.sinc(a)`
/// \usage        `sinc(linspace(-4, 4, 41))`
STRIA_UNARY_FUNCTION(sinc)
/// Computes the modified Bessel function of the first kind, of order 0.
///
/// \param a      a tensor, view or expression of real numbers
/// \returns      an expression of the shape of `a` with floating-point elements, double for
///               integers
/// \refuses      element types without the operation
/// \complexity   O(n m) for elements of magnitude m, lazy: nothing is allocated
/// \numpy        `np.i0(a)`
/// \usage        `i0(a)`
/// \see          kaiser
STRIA_UNARY_FUNCTION(i0)
/// Converts degrees to radians.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with floating-point elements, double for
///               integers
/// \refuses      element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.deg2rad(a)`
/// \usage        `deg2rad(a)`
STRIA_UNARY_FUNCTION(deg2rad)
/// Converts radians to degrees.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with floating-point elements, double for
///               integers
/// \refuses      element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.rad2deg(a)`
/// \usage        `rad2deg(a)`
STRIA_UNARY_FUNCTION(rad2deg)

#undef STRIA_UNARY_FUNCTION
#undef STRIA_BINARY_FUNCTION

namespace detail {

/// Returns its argument, without the promotion of operator+.
struct unchanged_fn {
  static constexpr const char* text = "+";
  template <class A> STRIA_INLINE constexpr A operator()(const A& a) const { return a; }
};
/// Elements that cannot be NaN are returned unchanged.
template <class A> struct nan_to_num_result {};
template <class A>
  requires is_refused<std::remove_cvref_t<A>>
struct nan_to_num_result<A> : ignored_call {};
template <operand A> struct nan_to_num_result<A> : map_result<unchanged_fn, A> {
  template <class U, class... X> static constexpr auto run(U&& a, const X&...) {
    return make_map(unchanged_fn{}, static_cast<U&&>(a));
  }
};
template <operand A>
  requires(std::floating_point<typename real_of<value_t<A>>::type>)
struct nan_to_num_result<A> : map_result<nan_to_num_fn<typename real_of<value_t<A>>::type>, A> {
  using T = typename real_of<value_t<A>>::type;
  template <class U, class... X> static constexpr auto run(U&& a, const X&... values) {
    return make_map(nan_to_num_fn<T>{static_cast<T>(values)...}, static_cast<U&&>(a));
  }
};

} // namespace detail

/// Replaces NaN by 0 and the infinities by the largest and the lowest number of the type. In
/// complex numbers, each part is replaced separately.
///
/// \param a      a tensor, view or expression
/// \param values up to three numbers that replace NaN, infinity and -infinity, in this order
/// \returns      an expression of the shape and element type of `a`; integers are unchanged
/// \throws       nothing
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.nan_to_num(a, nan=..., posinf=..., neginf=...)`
/// \usage        `nan_to_num(a)`, `nan_to_num(a, 0.f, 1.f, -1.f)`
template <detail::operand_or_refused A, class... X>
  requires(sizeof...(X) <= 3 && (std::is_arithmetic_v<X> && ...))
constexpr auto nan_to_num(A&& a, X... values)
    STRIA_RUN_OR_REFUSE((detail::nan_to_num_result<A>), static_cast<A&&>(a), values...);
STRIA_BORROWING_VALUES(nan_to_num, (detail::nan_to_num_result<A>), a, x...);
STRIA_FOREIGN_FIRST(nan_to_num);

// --- clip with one bound ---

namespace detail {

/// A call of clip() with one bound.
template <class F, bool Upper, class A, class B> struct bounded_result : map_result<F, A, B> {};
template <class F, bool Upper, class A, class B>
  requires integer_bound<A, B>
struct bounded_result<F, Upper, A, B> : map_result<F, A, value_t<A>> {
  using T = value_t<A>;
  using call = map_result<F, A, T>;
  static constexpr auto run(F f, A&& a, const B& bound) -> typename call::type {
    check_bound<T, Upper>(bound);
    return call::run(f, static_cast<A&&>(a), nearest_bound<T>(bound));
  }
};

struct clip_bounds_verdict {
  static constexpr message text() {
    return message("stria: clip needs two bounds; _ leaves one of them open: clip(a, lo, hi), "
                   "clip(a, lo, _), clip(a, _, hi)");
  }
};

} // namespace detail

/// Clips to a lower bound only: `clip(a, lo, _)`. NumPy: `np.clip(a, lo, None)`.
template <class A, class B>
  requires detail::operand_list<A, B>
constexpr auto clip(A&& a, B&& lo, all_t)
    STRIA_RUN_OR_REFUSE((detail::bounded_result<elementwise::maximum_fn, false, A, B>),
                        elementwise::maximum_fn{}, static_cast<A&&>(a), static_cast<B&&>(lo));
/// Clips to an upper bound only: `clip(a, _, hi)`. NumPy: `np.clip(a, None, hi)`.
template <class A, class C>
  requires detail::operand_list<A, C>
constexpr auto clip(A&& a, all_t, C&& hi)
    STRIA_RUN_OR_REFUSE((detail::bounded_result<elementwise::minimum_fn, true, A, C>),
                        elementwise::minimum_fn{}, static_cast<A&&>(a), static_cast<C&&>(hi));
/// Clips to no bound: `clip(a, _, _)` leaves the elements unchanged.
template <detail::operand A> constexpr auto clip(A&& a, all_t, all_t) {
  return detail::make_map(detail::unchanged_fn{}, static_cast<A&&>(a));
}
STRIA_BORROWING((detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), clip,
                (S & a STRIA_LIFETIMEBOUND, B&& lo, all_t),
                (detail::bounded_result<elementwise::maximum_fn, false, A, B>),
                elementwise::maximum_fn{}, a, static_cast<B&&>(lo));
STRIA_BORROWING((detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), clip,
                (S & a STRIA_LIFETIMEBOUND, all_t, B&& hi),
                (detail::bounded_result<elementwise::minimum_fn, true, A, B>),
                elementwise::minimum_fn{}, a, static_cast<B&&>(hi));
STRIA_BORROWING((detail::tensor_operand S, class A = detail::lvalue_t<S>), clip,
                (S & a STRIA_LIFETIMEBOUND, all_t, all_t),
                (detail::map_result<detail::unchanged_fn, A>), detail::unchanged_fn{}, a);
template <detail::operand A, class... B>
  requires(sizeof...(B) < 2)
auto clip(const A&, const B&...)
    -> detail::refusal_where<detail::operand<A>, detail::clip_bounds_verdict>;

// --- round to decimals ---

namespace elementwise {
/// Rounds to a multiple of 10^-decimals, half-way cases to even.
struct round_to_fn {
  static constexpr const char* text = "round";
  index decimals = 0;
  double power = 1; // 10^|decimals|, or infinite

  constexpr explicit round_to_fn(index n) : decimals(n) {
    constexpr index most = std::numeric_limits<double>::max_exponent10;
    if (n > most || n < -most)
      power = constants::inf;
    else
      for (index k = n < 0 ? -n : n; k > 0; --k)
        power *= 10;
  }

  template <class A> STRIA_INLINE constexpr A operator()(const A& a) const {
    if constexpr (std::same_as<A, bool>)
      return decimals < 0 ? false : a;
    else if constexpr (std::integral<A>)
      return decimals < 0 ? whole(a) : a;
    else if constexpr (std::floating_point<A>)
      return of_real(a);
    else
      return A(of_real(a.real()), of_real(a.imag()));
  }

private:
  // The number is multiplied by a power of ten, rounded and divided, as in NumPy. If the product
  // overflows, the number is unchanged.
  template <std::floating_point T> constexpr T of_real(T x) const {
    if (power > static_cast<double>(std::numeric_limits<T>::max()))
      return decimals < 0 && isfinite_fn{}(x) ? x * T{0} : x;
    const T by = static_cast<T>(power);
    if (decimals < 0)
      return round_fn{}(x / by) * by;
    const T larger = x * by;
    return isfinite_fn{}(larger) ? round_fn{}(larger) / by : x;
  }
  template <std::integral A> constexpr A whole(A a) const {
    using U = std::make_unsigned_t<decltype(a + a)>;
    U by = 1;
    for (index k = decimals; k < 0; ++k) {
      if (by > std::numeric_limits<U>::max() / 10)
        return A{0};
      by *= 10;
    }
    const U size = detail::magnitude<U>(a), rest = size % by, down = size / by;
    // A power of ten above 1 is even, so half of it is exact.
    const bool up = rest > by / 2 || (rest == by / 2 && down % 2 != 0);
    const U rounded = (down + (up ? 1U : 0U)) * by;
    return static_cast<A>(a < 0 ? U{0} - rounded : rounded);
  }
};
} // namespace elementwise

namespace detail {

template <class A> struct round_to_result {};
template <class A>
  requires is_refused<std::remove_cvref_t<A>>
struct round_to_result<A> : ignored_call {};
template <operand A> struct round_to_result<A> : map_result<round_to_fn, A> {};

} // namespace detail

/// Rounds each element to a number of decimals, half-way cases to even.
///
/// \param a         a tensor, view or expression
/// \param decimals  an integer; a negative one counts digits to the left of the decimal point
/// \returns         an expression of the shape and element type of `a`; integers change only for
///                  negative `decimals`
/// \throws          nothing
/// \complexity      O(n), lazy: nothing is allocated
/// \numpy           `np.round(a, decimals)`
/// \usage           `round(a, 2)`, `round(a, -1)`
template <detail::operand_or_refused A, detail::integer_item N>
constexpr auto round(A&& a, const N& decimals)
    STRIA_RUN_OR_REFUSE((detail::round_to_result<A>),
                        elementwise::round_to_fn{detail::to_index(decimals)}, static_cast<A&&>(a));
STRIA_BORROWING((detail::tensor_operand S, detail::integer_item N, class A = detail::lvalue_t<S>),
                round, (S & a STRIA_LIFETIMEBOUND, const N& decimals), (detail::round_to_result<A>),
                elementwise::round_to_fn{detail::to_index(decimals)}, a);
/// Rounds each element: another name of round().
///
/// \param a      a tensor, view or expression
/// \returns      as for round()
/// \numpy        `np.around(a)`
/// \usage        `around(a)`, `around(a, 2)`
/// \see          round
template <detail::operand_or_refused A> constexpr auto around(A&& a) {
  return round(static_cast<A&&>(a));
}
/// Rounds to a number of decimals, like `round(a, decimals)`.
template <detail::operand_or_refused A, detail::integer_item N>
constexpr auto around(A&& a, const N& decimals)
    STRIA_RUN_OR_REFUSE((detail::round_to_result<A>),
                        elementwise::round_to_fn{detail::to_index(decimals)}, static_cast<A&&>(a));
STRIA_BORROWING_ONE(around, (detail::map_result<elementwise::round_fn, A>), elementwise::round_fn{},
                    a);
STRIA_BORROWING((detail::tensor_operand S, detail::integer_item N, class A = detail::lvalue_t<S>),
                around, (S & a STRIA_LIFETIMEBOUND, const N& decimals),
                (detail::round_to_result<A>), elementwise::round_to_fn{detail::to_index(decimals)},
                a);
STRIA_FOREIGN(round, detail::not_ours, detail::whatever);
STRIA_NOT_INTEGER_SECOND(round);
STRIA_FOREIGN_FIRST(around);
STRIA_NOT_INTEGER_SECOND(around);

} // namespace stria
