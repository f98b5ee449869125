// SPDX-License-Identifier: BSL-1.0
// fn/representation.hpp: what numbers are made of: bits, mantissas and exponents, whole and
// fractional parts, signs and real parts.
#pragma once

#include <stria/fn/math.hpp>
#include <stria/fn/numeric.hpp>
#include <stria/view/foreign.hpp>

#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

namespace stria {

namespace elementwise {
struct fabs_fn {
  static constexpr const char* text = "fabs";
  static constexpr const char* takes = "real numbers; abs(a) takes complex ones";
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
    // Beyond these every number is 0 or infinite.
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

/// x as a number of magnitude 0.5 to 1, or 0, and a power of two.
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

/// f(a) and g(a) of one operand.
template <class F, class G, class A> struct both_call {
  static constexpr bool accepted = true;
  // Of an rvalue tensor the first one keeps a copy: two operands cannot both own it.
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

} // namespace detail

#define STRIA_UNARY_FUNCTION(name)                                                                 \
  template <detail::operand_or_refused A>                                                          \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A>),  \
                                                 elementwise::name##_fn{}, static_cast<A&&>(a));   \
  STRIA_FOREIGN_UNARY(name);

/// The magnitude as a floating-point number; double for integers. Refuses complex elements. NumPy:
/// `np.fabs(a)`.
STRIA_UNARY_FUNCTION(fabs)
/// Whether an element is positive and infinite. NumPy: `np.isposinf(a)`.
STRIA_UNARY_FUNCTION(isposinf)
/// Whether an element is negative and infinite. NumPy: `np.isneginf(a)`.
STRIA_UNARY_FUNCTION(isneginf)
/// Whether the imaginary part is not 0; never of real elements. NumPy: `np.iscomplex(a)`.
STRIA_UNARY_FUNCTION(iscomplex)
/// Whether the imaginary part is 0; always of real elements. NumPy: `np.isreal(a)`.
STRIA_UNARY_FUNCTION(isreal)
/// How many bits of the magnitude are set, as std::uint8_t. Refuses elements that are no integers.
/// NumPy: `np.bitwise_count(a)`.
STRIA_UNARY_FUNCTION(bitwise_count)
#undef STRIA_UNARY_FUNCTION

/// a * 2^n, broadcast, of the type of a; double for integers. NumPy: `np.ldexp(a, n)`.
template <class A, class N>
  requires detail::operand_list<A, N>
constexpr auto ldexp(A&& a, N&& n)
    STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::ldexp_fn, A, N>), elementwise::ldexp_fn{},
                        static_cast<A&&>(a), static_cast<N&&>(n));
STRIA_FOREIGN_BINARY(ldexp);

/// A std::tuple of mantissas, of magnitude 0.5 to 1, and exponents of 2, int, whose ldexp() is a;
/// of 0, NaN and the infinities that number and 0. NumPy: `np.frexp(a)`.
template <detail::operand_or_refused A>
constexpr auto frexp(A&& a) STRIA_RUN_OR_REFUSE(
    (detail::both_results<elementwise::mantissa_fn, elementwise::exponent_fn, A>),
    static_cast<A&&>(a));
STRIA_FOREIGN_UNARY(frexp);
/// A std::tuple of the fractional and the whole parts as floating-point numbers, both with the sign
/// of a. NumPy: `np.modf(a)`.
template <detail::operand_or_refused A>
constexpr auto modf(A&& a) STRIA_RUN_OR_REFUSE(
    (detail::both_results<elementwise::fraction_fn, elementwise::whole_part_fn, A>),
    static_cast<A&&>(a));
STRIA_FOREIGN_UNARY(modf);

} // namespace stria
