// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/representation.hpp: functions that use the parts of a number: its bits,
// mantissa and exponent, whole and fractional part, sign or imaginary part.
// Tests: tests/numpy/elementwise/names.cpp.
#pragma once

#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/elementwise/numeric.hpp>
#include <stria/tensor/foreign.hpp>

#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

namespace stria {

namespace elementwise {
struct fabs_fn {
  static constexpr const char* text = "fabs";
  static constexpr const char* takes = "real numbers; for complex ones use abs(a)";
  template <class A>
    requires std::is_arithmetic_v<A>
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    return abs_fn{}(detail::to_floating(a));
  }
};
struct isposinf_fn {
  static constexpr const char* text = "isposinf";
  static constexpr const char* takes = "real numbers";
  template <class A>
    requires std::is_arithmetic_v<A>
  STRIA_INLINE constexpr bool operator()(const A& a) const {
    return isinf_fn{}(a) && a > A{0};
  }
};
struct isneginf_fn {
  static constexpr const char* text = "isneginf";
  static constexpr const char* takes = "real numbers";
  template <class A>
    requires std::is_arithmetic_v<A>
  STRIA_INLINE constexpr bool operator()(const A& a) const {
    return isinf_fn{}(a) && a < A{0};
  }
};
struct iscomplex_fn {
  static constexpr const char* text = "iscomplex";
  template <class A> STRIA_INLINE constexpr bool operator()(const A& a) const {
    if constexpr (detail::is_complex<A>::value)
      return a.imag() != 0;
    else
      return false;
  }
};
struct isreal_fn {
  static constexpr const char* text = "isreal";
  template <class A> STRIA_INLINE constexpr bool operator()(const A& a) const {
    return !iscomplex_fn{}(a);
  }
};

struct bitwise_count_fn {
  static constexpr const char* text = "bitwise_count";
  static constexpr const char* takes = "integers";
  template <std::integral A>
    requires(!std::same_as<A, bool>)
  STRIA_INLINE constexpr std::uint8_t operator()(const A& a) const {
    return static_cast<std::uint8_t>(
        __builtin_popcountll(detail::magnitude<std::make_unsigned_t<A>>(a)));
  }
};

struct ldexp_fn {
  static constexpr const char* text = "ldexp";
  static constexpr const char* takes = "real numbers and integers: ldexp(a, exponents)";
  template <class A, std::integral N>
    requires std::is_arithmetic_v<A>
  STRIA_INLINE constexpr auto operator()(const A& a, const N& n) const {
    const auto x = detail::to_floating(a);
    // Exponents of larger magnitude give the same results.
    constexpr int most = 65536;
    const int by = std::cmp_greater(+n, most) ? most
                   : std::cmp_less(+n, -most) ? -most
                                              : static_cast<int>(n);
    using X = std::remove_const_t<decltype(x)>;
    if constexpr (std::same_as<X, float>)
      return __builtin_ldexpf(x, by);
    else if constexpr (std::same_as<X, long double>)
      return __builtin_ldexpl(x, by);
    else
      return static_cast<X>(__builtin_ldexp(x, by));
  }
};
} // namespace elementwise

namespace detail {

/// Splits x into a mantissa and the exponent of a power of two. The magnitude of the mantissa is
/// from 0.5 to 1, or 0.
template <class X> constexpr X split_number(X x, int& exponent) {
  exponent = 0;
  if (!isfinite_fn{}(x))
    return x;
  if constexpr (std::same_as<X, long double>)
    return __builtin_frexpl(x, &exponent);
  else
    return static_cast<X>(__builtin_frexp(x, &exponent));
}

} // namespace detail

namespace elementwise {
struct mantissa_fn {
  static constexpr const char* text = "frexp";
  static constexpr const char* takes = "real numbers";
  template <class A>
    requires std::is_arithmetic_v<A>
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    int exponent = 0;
    return detail::split_number(detail::to_floating(a), exponent);
  }
};
struct exponent_fn {
  static constexpr const char* text = "frexp";
  static constexpr const char* takes = "real numbers";
  template <class A>
    requires std::is_arithmetic_v<A>
  STRIA_INLINE constexpr int operator()(const A& a) const {
    int exponent = 0;
    static_cast<void>(detail::split_number(detail::to_floating(a), exponent));
    return exponent;
  }
};
struct fraction_fn {
  static constexpr const char* text = "modf";
  static constexpr const char* takes = "real numbers";
  template <class A>
    requires std::is_arithmetic_v<A>
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    const auto x = detail::to_floating(a);
    using X = std::remove_const_t<decltype(x)>;
    const X rest = isinf_fn{}(x) ? X{0} : static_cast<X>(x - detail::cmath::trunc(x));
    return detail::cmath::copysign(rest, x);
  }
};

struct whole_part_fn {
  static constexpr const char* text = "modf";
  static constexpr const char* takes = "real numbers";
  template <class A>
    requires std::is_arithmetic_v<A>
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    const auto x = detail::to_floating(a);
    return static_cast<decltype(+x)>(detail::cmath::trunc(x));
  }
};
} // namespace elementwise

namespace detail {

/// Computes f(a) and g(a) of one operand.
template <class F, class G, class A> struct both_call {
  static constexpr bool accepted = true;
  // Two expressions cannot both own an rvalue tensor, so the first one gets a copy.
  static constexpr auto run(A&& a) {
    if constexpr (tensor_operand<A> && !std::is_lvalue_reference_v<A>) {
      auto copy = std::remove_cvref_t<A>(a);
      return std::tuple(make_map(F{}, std::move(copy)), make_map(G{}, static_cast<A&&>(a)));
    } else {
      return std::tuple(make_map(F{}, a), make_map(G{}, static_cast<A&&>(a)));
    }
  }
  using type = decltype(run(std::declval<A>()));
};
template <class F, class G, class A> struct both_results {};
template <class F, class G, class A>
  requires is_refused<std::remove_cvref_t<A>>
struct both_results<F, G, A> : ignored_call {};
template <class F, class G, operand A>
struct both_results<F, G, A> : judged_call<broadcast_verdict<F, hold_t<A>>, both_call<F, G, A>> {};

/// Computes f(a, b) and g(a, b) of two operands, of which one may be a number.
template <class F, class G, class A, class B> struct both_of_two_call {
  static constexpr bool accepted = true;
  template <class X> static constexpr decltype(auto) kept(X& x) {
    if constexpr (tensor_operand<X> && !std::is_lvalue_reference_v<X>)
      return std::remove_cvref_t<X>(x);
    else
      return (x);
  }
  static constexpr auto run(A&& a, B&& b) {
    // The first expression is made before the second one takes over an rvalue tensor.
    auto first =
        map_result<F, decltype(kept<A>(a)), decltype(kept<B>(b))>::run(F{}, kept<A>(a), kept<B>(b));
    return std::tuple(std::move(first),
                      map_result<G, A, B>::run(G{}, static_cast<A&&>(a), static_cast<B&&>(b)));
  }
  using type = decltype(run(std::declval<A>(), std::declval<B>()));
};
template <class F, class G, class A, class B> struct both_of_two_results : map_result<F, A, B> {};
template <class F, class G, class A, class B>
  requires(map_result<F, A, B>::accepted)
struct both_of_two_results<F, G, A, B> : both_of_two_call<F, G, A, B> {};

} // namespace detail

#define STRIA_UNARY_FUNCTION(name)                                                                 \
  template <detail::operand_or_refused A>                                                          \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A>),  \
                                                 elementwise::name##_fn{}, static_cast<A&&>(a));   \
  STRIA_BORROWING_ONE(name, (detail::map_result<elementwise::name##_fn, A>),                       \
                      elementwise::name##_fn{}, a);                                                \
  STRIA_FOREIGN_UNARY(name);

/// Computes the absolute value of each real element as a floating-point number.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`; double for integers
/// \refuses      complex elements (use abs())
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.fabs(a)`
/// \usage        `fabs(a)`
STRIA_UNARY_FUNCTION(fabs)
/// Tests each element for positive infinity.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with elements of bool
/// \refuses      complex elements
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.isposinf(a)`
/// \usage        `isposinf(a)`
STRIA_UNARY_FUNCTION(isposinf)
/// Tests each element for negative infinity.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with elements of bool
/// \refuses      complex elements
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.isneginf(a)`
/// \usage        `isneginf(a)`
STRIA_UNARY_FUNCTION(isneginf)
/// Tests whether the imaginary part is nonzero; false for real elements.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with elements of bool
/// \throws       nothing
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.iscomplex(a)`
/// \usage        `iscomplex(z)`
STRIA_UNARY_FUNCTION(iscomplex)
/// Tests whether the imaginary part is zero; true for real elements.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with elements of bool
/// \throws       nothing
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.isreal(a)`
/// \usage        `isreal(z)`
STRIA_UNARY_FUNCTION(isreal)
/// Counts the bits that are set in the magnitude of each integer.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with elements of std::uint8_t
/// \refuses      bools and elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.bitwise_count(a)`
/// \usage        `bitwise_count(a)`
STRIA_UNARY_FUNCTION(bitwise_count)
#undef STRIA_UNARY_FUNCTION

/// Computes a * 2^n.
///
/// \param a      real numbers
/// \param n      integers that broadcast with `a`; either operand may be a number
/// \returns      an expression of the broadcast shape with elements of the type of `a`; double for
///               integers
/// \throws       shape_error if run-time extents do not broadcast
/// \refuses      static extents that do not broadcast, complex elements of `a`, and elements of `n`
///               that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.ldexp(a, n)`
/// \usage        `ldexp(a, 3)`
template <class A, class N>
  requires detail::operand_list<A, N>
constexpr auto ldexp(A&& a, N&& n)
    STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::ldexp_fn, A, N>), elementwise::ldexp_fn{},
                        static_cast<A&&>(a), static_cast<N&&>(n));
STRIA_BORROWING_TWO(ldexp, (detail::map_result<elementwise::ldexp_fn, A, B>),
                    elementwise::ldexp_fn{}, static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(ldexp);

/// Splits each element into mantissa and exponent: a = mantissa * 2^exponent.
///
/// \param a      real numbers
/// \returns      std::tuple of two expressions: mantissas of magnitude 0.5 to 1, and exponents of
///               type int. For 0, NaN and the infinities the mantissa is the element and the
///               exponent is 0
/// \refuses      complex elements
/// \complexity   O(n), lazy: nothing is allocated; the tuple copies an rvalue tensor once
/// \numpy        `np.frexp(a)`
/// \usage        `auto [mantissa, exponent] = frexp(a);`
/// \see          ldexp
template <detail::operand_or_refused A>
constexpr auto frexp(A&& a) STRIA_RUN_OR_REFUSE(
    (detail::both_results<elementwise::mantissa_fn, elementwise::exponent_fn, A>),
    static_cast<A&&>(a));
STRIA_BORROWING_ONE(frexp,
                    (detail::both_results<elementwise::mantissa_fn, elementwise::exponent_fn, A>),
                    a);
STRIA_FOREIGN_UNARY(frexp);
/// Splits each element into fractional and whole part, both with the sign of the element.
///
/// \param a      real numbers
/// \returns      std::tuple of two expressions: fractional parts and whole parts, both
///               floating-point (double for integers)
/// \refuses      complex elements
/// \complexity   O(n), lazy: nothing is allocated; the tuple copies an rvalue tensor once
/// \numpy        `np.modf(a)`
/// \usage        `auto [fraction, whole] = modf(a);`
template <detail::operand_or_refused A>
constexpr auto modf(A&& a) STRIA_RUN_OR_REFUSE(
    (detail::both_results<elementwise::fraction_fn, elementwise::whole_part_fn, A>),
    static_cast<A&&>(a));
STRIA_BORROWING_ONE(modf,
                    (detail::both_results<elementwise::fraction_fn, elementwise::whole_part_fn, A>),
                    a);
STRIA_FOREIGN_UNARY(modf);

/// Divides with remainder: floor_divide(a, b) and remainder(a, b).
///
/// \param a,b    operands of real numbers that broadcast together; one of them may be a number
/// \returns      std::tuple of two expressions of the broadcast shape
/// \throws       shape_error if run-time extents do not broadcast
/// \refuses      static extents that do not broadcast
/// \complexity   O(n), lazy: nothing is allocated; the tuple copies an rvalue tensor once
/// \numpy        `np.divmod(a, b)`
/// \usage        `const auto [quotient, rest] = divmod(a, 60);`
/// \see          floor_divide, remainder
template <class A, class B>
  requires detail::operand_list<A, B>
constexpr auto divmod(A&& a, B&& b) STRIA_RUN_OR_REFUSE(
    (detail::both_of_two_results<elementwise::floor_divide_fn, elementwise::remainder_fn, A, B>),
    static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING_TWO(
    divmod,
    (detail::both_of_two_results<elementwise::floor_divide_fn, elementwise::remainder_fn, A, B>),
    static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(divmod);

} // namespace stria
