// SPDX-License-Identifier: BSL-1.0
// fn/math.hpp: element-wise functions.
#pragma once

#include <stria/backend/blocks.hpp>
#include <stria/backend/cmath.hpp>
#include <stria/backend/simd.hpp>
#include <stria/expr/extremes.hpp>
#include <stria/expr/operators.hpp>
#include <stria/view/foreign.hpp>

#include <cstdlib>
#include <limits>

namespace stria {

namespace detail {

template <class T> inline constexpr bool holds_numbers = number<T> || is_complex<T>::value;

// The operand whose element type scalars of foreign types take: the first one that does not hold
// numbers, so that where(mask, words, "none") takes a word, else the first one.
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

/// Nothing but scalars beside what has been refused and reported.
template <class... A>
concept refused_list = !(operand<A> || ...) && (is_refused<std::remove_cvref_t<A>> || ...);

/// At least one operand, scalars beside it.
template <class... A>
concept operand_list =
    refused_list<A...> ||
    ((operand<A> || ...) && (operand_beside<A, typename first_operand<A...>::type> && ...));

// Empty for what is none of ours: clang asks for the return type before the constraint.
template <class F, class... A> struct map_result {};
template <class F, class... A>
  requires refused_list<A...>
struct map_result<F, A...> : ignored_call {};
template <class F, class Beside, class... A>
using map_beside = judged_call<broadcast_verdict<F, hold_t<A, Beside>...>,
                               constructing_call<map_of<F, hold_t<A, Beside>...>>>;
template <class F, class... A>
  requires(!refused_list<A...> && operand_list<A...>)
struct map_result<F, A...> : map_beside<F, typename first_operand<A...>::type, A...> {};

/// The node; the caller has asked whether the operands fit.
template <class F, class... A> constexpr auto make_map(F f, A&&... a) {
  return typename map_result<F, A...>::type(static_cast<F&&>(f), static_cast<A&&>(a)...);
}

// What was refused has been reported.
template <class F, class A>
  requires is_refused<std::remove_cvref_t<A>>
constexpr ignored make_map(F, A&&) {
  return {};
}

/// Integers as C takes them: double. Other types are looked up beside their own.
template <class A> STRIA_INLINE constexpr auto to_floating(const A& a) {
  if constexpr (std::integral<A>)
    return static_cast<double>(a);
  else
    return a;
}

template <class T>
inline constexpr double least_normal = static_cast<double>(std::numeric_limits<T>::min());
/// exp(x) and 2^x neither overflow nor lose digits.
template <class T> inline constexpr double exponent_range = sizeof(T) == 4 ? 87 : 708;

template <class A, class B>
using common_number = decltype(promoted([](const auto& x, const auto&) { return x; },
                                        std::declval<const A&>(), std::declval<const B&>()));

} // namespace detail

// The same function of one number, as reductions over all axes return it: without one, abs(mean(a))
// would be C's abs of an int. Only where it is what <cmath> has, or has not: a double finds that
// first.
#define STRIA_MATH_OF_NUMBER(name)                                                                 \
  /** Of a number. */                                                                              \
  template <detail::number A> constexpr auto name(A a) { return elementwise::name##_fn{}(a); }

// The functions of <cmath>, by the name of the element type's own overload. In vectors: the range
// where xsimd's are within 3 units in the last place; docs/design/simd.md.
#define STRIA_MATH_NODE(name)                                                                      \
  /** Element by element. NumPy: the function of the same name. */                                 \
  template <detail::operand_or_refused A> constexpr auto name(A&& a) {                             \
    return detail::make_map(elementwise::name##_fn{}, static_cast<A&&>(a));                        \
  }                                                                                                \
  STRIA_FOREIGN_UNARY(name);                                                                       \
  STRIA_MATH_OF_NUMBER(name)
#define STRIA_MATH_FUNCTION(name, ...)                                                             \
  namespace elementwise {                                                                          \
  struct name##_fn {                                                                               \
    static constexpr const char* text = #name;                                                     \
    static constexpr bool is_dear = true;                                                          \
    __VA_ARGS__                                                                                    \
    STRIA_INLINE constexpr auto operator()(const auto& a) const {                                  \
      using detail::cmath::name;                                                                   \
      return name(detail::to_floating(a));                                                         \
    }                                                                                              \
  };                                                                                               \
  }                                                                                                \
  STRIA_MATH_NODE(name)
#define STRIA_UNARY_MATH(name) STRIA_MATH_FUNCTION(name, )
#if defined(STRIA_USE_SIMD)
#define STRIA_VECTOR_BLOCK(name)                                                                   \
  template <detail::block_number T> static void block(T* to, index n, const T* from) {             \
    /* Not changed: backend/simd.hpp. */                                                           \
    detail::apply_in_vectors<elementwise::name##_fn>(const_cast<T*>(from), to, n);                 \
  }
#else
#define STRIA_VECTOR_BLOCK(name)
#endif
#define STRIA_VECTOR_MATH(name, ...)                                                               \
  STRIA_MATH_FUNCTION(name, template <class T>                                                     \
                            static constexpr detail::vector_range in_vectors{__VA_ARGS__};         \
                      STRIA_VECTOR_BLOCK(name))

#if defined(STRIA_SQRT_IN_LOOPS)
namespace elementwise {
struct sqrt_fn {
  static constexpr const char* text = "sqrt";
  static constexpr bool is_dear = true;
  STRIA_INLINE constexpr auto operator()(const auto& a) const {
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
STRIA_MATH_NODE(sqrt)
#else
STRIA_VECTOR_MATH(sqrt)
#endif
STRIA_VECTOR_MATH(cbrt, detail::least_normal<T>)
STRIA_VECTOR_MATH(exp, 0, detail::exponent_range<T>)
STRIA_VECTOR_MATH(exp2, 0, detail::exponent_range<T>)
STRIA_VECTOR_MATH(expm1, detail::least_normal<T>, detail::exponent_range<T>)
STRIA_VECTOR_MATH(log, detail::least_normal<T>)
STRIA_VECTOR_MATH(log1p, detail::least_normal<T>)
STRIA_VECTOR_MATH(log2, detail::least_normal<T>)
STRIA_VECTOR_MATH(log10, detail::least_normal<T>)
STRIA_VECTOR_MATH(sin)
STRIA_VECTOR_MATH(cos)
STRIA_VECTOR_MATH(tan)
STRIA_VECTOR_MATH(asin)
STRIA_VECTOR_MATH(acos)
STRIA_VECTOR_MATH(atan)
STRIA_VECTOR_MATH(sinh, 0, detail::exponent_range<T>)
STRIA_VECTOR_MATH(cosh, 0, detail::exponent_range<T>)
STRIA_VECTOR_MATH(tanh)
STRIA_VECTOR_MATH(asinh)
STRIA_VECTOR_MATH(acosh)
STRIA_VECTOR_MATH(atanh)
STRIA_UNARY_MATH(erf)
STRIA_UNARY_MATH(erfc)
STRIA_UNARY_MATH(tgamma)
STRIA_UNARY_MATH(lgamma)
STRIA_UNARY_MATH(floor)
STRIA_UNARY_MATH(ceil)
STRIA_UNARY_MATH(trunc)

#undef STRIA_MATH_NODE
#undef STRIA_MATH_FUNCTION
#undef STRIA_VECTOR_MATH
#undef STRIA_VECTOR_BLOCK
#undef STRIA_UNARY_MATH

// The parts of a complex number are its class's own functions, found by argument; those of a real
// number are said here.
#define STRIA_COMPLEX_PART(name, of_a_real)                                                        \
  namespace elementwise {                                                                          \
  struct name##_fn {                                                                               \
    static constexpr const char* text = #name;                                                     \
    template <class A> STRIA_INLINE constexpr auto operator()(const A& a) const {                  \
      if constexpr (std::is_arithmetic_v<A>) {                                                     \
        [[maybe_unused]] const auto x = detail::to_floating(a);                                    \
        return of_a_real;                                                                          \
      } else {                                                                                     \
        return name(a);                                                                            \
      }                                                                                            \
    }                                                                                              \
  };                                                                                               \
  }                                                                                                \
  /** Element by element. NumPy: `np.real`, `np.imag`, `np.angle`. */                              \
  template <detail::operand_or_refused A> constexpr auto name(A&& a) {                             \
    return detail::make_map(elementwise::name##_fn{}, static_cast<A&&>(a));                        \
  }                                                                                                \
  STRIA_FOREIGN_UNARY(name);

STRIA_COMPLEX_PART(real, x)
STRIA_COMPLEX_PART(imag, decltype(x){})
STRIA_COMPLEX_PART(arg, detail::cmath::atan2(decltype(x){}, x))

#undef STRIA_COMPLEX_PART

#define STRIA_BINARY_MATH(name, ...)                                                               \
  namespace elementwise {                                                                          \
  struct name##_fn {                                                                               \
    static constexpr const char* text = #name;                                                     \
    static constexpr bool is_dear = true;                                                          \
    __VA_ARGS__                                                                                    \
    STRIA_INLINE constexpr auto operator()(const auto& a, const auto& b) const {                   \
      return detail::promoted(                                                                     \
          [](const auto& x, const auto& y) {                                                       \
            using detail::cmath::name;                                                             \
            return name(detail::to_floating(x), detail::to_floating(y));                           \
          },                                                                                       \
          a, b);                                                                                   \
    }                                                                                              \
  };                                                                                               \
  }                                                                                                \
  /** Element by element, broadcast. NumPy: the function of the same name. */                      \
  template <class A, class B>                                                                      \
    requires detail::operand_list<A, B>                                                            \
  constexpr auto name(A&& a, B&& b)                                                                \
      STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A, B>),                      \
                          elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b));     \
  STRIA_FOREIGN_BINARY(name);

STRIA_BINARY_MATH(atan2)
STRIA_BINARY_MATH(
    hypot,
    template <detail::block_number T>
    static void block(T* to, index n, const T* x, const T* y) { detail::hypot_block(to, n, x, y); })
STRIA_BINARY_MATH(copysign)
STRIA_BINARY_MATH(nextafter)

#undef STRIA_BINARY_MATH

namespace detail {

[[noreturn]] [[gnu::cold]] inline void raise_power() {
  raise<value_error>(message("stria: pow: an integer to a negative integer power is no integer; "
                             "cast<double>() one of them"));
}
/// Wraps where the result does not fit, as products do in NumPy.
template <std::integral A> constexpr A integer_power(A base, A power) {
  using U = std::make_unsigned_t<std::conditional_t<(sizeof(A) < sizeof(int)), int, A>>;
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

namespace elementwise {
struct pow_fn {
  static constexpr const char* text = "pow";
  static constexpr bool is_dear = true;
  template <detail::block_number T> static void block(T* to, index n, const T* x, T power) {
    detail::power_block(to, n, x, power);
  }
  template <std::integral T> static void block(T* to, index n, const T* x, T power) {
    if (power < 0) [[unlikely]]
      detail::raise_power();
    detail::power_block(to, n, x, power);
  }
  STRIA_INLINE constexpr auto operator()(const auto& a, const auto& b) const {
    return detail::promoted(
        [](const auto& x, const auto& y) {
          if constexpr (std::integral<std::remove_cvref_t<decltype(x)>> &&
                        std::same_as<decltype(x), decltype(y)>) {
            return detail::integer_power(x, y);
          } else {
            using detail::cmath::pow;
            return pow(detail::to_floating(x), detail::to_floating(y));
          }
        },
        a, b);
  }
};
} // namespace elementwise
/// Element by element, broadcast; of integers an integer. Refuses integers to negative powers when
/// they are met: `value_error`. NumPy: `np.power(a, b)`.
template <class A, class B>
  requires detail::operand_list<A, B>
constexpr auto pow(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::pow_fn, A, B>), elementwise::pow_fn{},
                        static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(pow);

namespace detail {

/// To the nearest whole number, without a function of the C library, which is no constant.
template <std::floating_point T> constexpr T rounded(T a) {
  // From here on each number is whole, and sums are rounded to even ones.
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
/// Half-way cases go to the even neighbour. NumPy: `np.round(a)`.
struct round_fn {
  static constexpr const char* text = "round";
  template <class A> STRIA_INLINE constexpr auto operator()(const A& a) const {
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

// What the element's own namespace has.
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
    requires(std::is_arithmetic_v<A> || detail::found_abs::exists<A>)
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    if constexpr (std::unsigned_integral<A>)
      return a;
    else if constexpr (std::integral<A>) {
      // The smallest integer has no counterpart and stays, as in NumPy.
      using U = std::make_unsigned_t<A>;
      return static_cast<A>(a < 0 ? U{0} - static_cast<U>(a) : static_cast<U>(a));
    } else if constexpr (std::is_arithmetic_v<A>)
      // Not a < 0: the absolute value of -0.0 is 0.0.
      return static_cast<A>(a <= A{0} ? A{0} - a : a);
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
  template <class A> STRIA_INLINE constexpr auto operator()(const A& a) const {
    // A type without conj() is real.
    if constexpr (detail::has_conj<A>)
      return conj(a);
    else
      return a;
  }
};

struct sign_fn {
  static constexpr const char* text = "sign";
  template <class A> STRIA_INLINE constexpr A operator()(const A& a) const {
    // A NaN compares false everywhere and stays.
    return a > A{0} ? A{1} : a < A{0} ? static_cast<A>(A{0} - A{1}) : a == A{0} ? A{0} : a;
  }
};

struct square_fn {
  static constexpr const char* text = "square";
  STRIA_INLINE constexpr auto operator()(const auto& a) const { return a * a; }
};

struct isnan_fn {
  static constexpr const char* text = "isnan";
  template <class A> STRIA_INLINE constexpr bool operator()(const A& a) const { return a != a; }
};

struct isinf_fn {
  static constexpr const char* text = "isinf";
  template <class A> STRIA_INLINE constexpr bool operator()(const A& a) const {
    if constexpr (std::floating_point<A>)
      return a == std::numeric_limits<A>::infinity() || a == -std::numeric_limits<A>::infinity();
    else if constexpr (detail::is_complex<A>::value)
      return (*this)(a.real()) || (*this)(a.imag());
    else
      return false;
  }
};

struct isfinite_fn {
  static constexpr const char* text = "isfinite";
  template <class A> STRIA_INLINE constexpr bool operator()(const A& a) const {
    if constexpr (std::floating_point<A>) {
      using limits = std::numeric_limits<A>;
      if consteval {
        return a >= limits::lowest() && a <= limits::max();
      }
      // Infinity and NaN minus themselves are NaN, which is no constant.
      return a - a == A{0};
    } else if constexpr (detail::is_complex<A>::value)
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
  // a - rest is nearly a multiple of b; the quotient is rounded to it.
  const A rest = cmath::fmod(a, b);
  A q = (a - rest) / b;
  if (rest != A{0} && (rest < A{0}) != (b < A{0}))
    q -= A{1};
  if (q == A{0})
    return cmath::copysign(A{0}, a / b);
  const A down = cmath::floor(q);
  return q - down > A{0.5} ? down + A{1} : down;
}

} // namespace detail

namespace elementwise {
struct floor_divide_fn {
  static constexpr const char* text = "floor_divide";
  STRIA_INLINE constexpr auto operator()(const auto& a, const auto& b) const {
    return detail::promoted(
        [](const auto& x, const auto& y) { return detail::floor_quotient(x, y); }, a, b);
  }
};
struct remainder_fn {
  static constexpr const char* text = "remainder";
  STRIA_INLINE constexpr auto operator()(const auto& a, const auto& b) const {
    return detail::promoted(
        [](const auto& x, const auto& y) { return detail::floor_remainder(x, y); }, a, b);
  }
};
struct fmod_fn {
  static constexpr const char* text = "fmod";
  STRIA_INLINE constexpr auto operator()(const auto& a, const auto& b) const {
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
  STRIA_INLINE constexpr auto operator()(const auto& a, const auto& b, const auto& c) const {
    if constexpr (std::floating_point<decltype(a * b + c)>) {
      using T = decltype(a * b + c);
      return detail::cmath::fma(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c));
    } else
      return a * b + c;
  }
};

struct clip_fn {
  static constexpr const char* text = "clip";
  STRIA_INLINE constexpr auto operator()(const auto& a, const auto& lo, const auto& hi) const {
    return minimum_fn{}(maximum_fn{}(a, lo), hi);
  }
};

struct where_fn {
  static constexpr const char* text = "where";
  STRIA_INLINE constexpr auto operator()(const auto& c, const auto& a, const auto& b) const {
    const bool first = static_cast<bool>(c);
    return detail::promoted([=](const auto& x, const auto& y) { return first ? x : y; }, a, b);
  }
};

template <class T> struct cast_fn {
  static constexpr const char* text = "cast";
  STRIA_INLINE constexpr T operator()(const auto& a) const { return detail::number_as<T>(a); }
};
} // namespace elementwise

#define STRIA_UNARY_FUNCTION(name)                                                                 \
  template <detail::operand_or_refused A> constexpr auto name(A&& a) {                             \
    return detail::make_map(elementwise::name##_fn{}, static_cast<A&&>(a));                        \
  }                                                                                                \
  STRIA_FOREIGN_UNARY(name);

/// To the nearest whole number, half-way cases to the even one. NumPy: `np.round(a)`.
STRIA_UNARY_FUNCTION(round)
/// The magnitude. NumPy: `np.abs(a)`.
STRIA_UNARY_FUNCTION(abs)
/// The complex conjugate; a real number stays. NumPy: `np.conj(a)`.
STRIA_UNARY_FUNCTION(conj)
/// -1, 0 or 1, and NaN for NaN. NumPy: `np.sign(a)`.
STRIA_UNARY_FUNCTION(sign)
/// a * a. NumPy: `np.square(a)`.
STRIA_UNARY_FUNCTION(square)
/// NumPy: `np.isnan(a)`.
STRIA_UNARY_FUNCTION(isnan)
/// NumPy: `np.isinf(a)`.
STRIA_UNARY_FUNCTION(isinf)
/// NumPy: `np.isfinite(a)`.
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
  STRIA_FOREIGN_BINARY(name);

/// The larger of two, broadcast; a NaN wins. NumPy: `np.maximum(a, b)`.
STRIA_BINARY_FUNCTION(maximum)
/// The smaller of two, broadcast; a NaN wins. NumPy: `np.minimum(a, b)`.
STRIA_BINARY_FUNCTION(minimum)
/// The quotient rounded down; 0 for integers divided by 0. NumPy: `a // b`.
STRIA_BINARY_FUNCTION(floor_divide)
/// What floor_divide leaves, with b's sign; 0 for integers divided by 0. NumPy: `a % b`.
STRIA_BINARY_FUNCTION(remainder)
/// What the division rounded towards zero leaves. NumPy: `np.fmod(a, b)`.
STRIA_BINARY_FUNCTION(fmod)

#undef STRIA_BINARY_FUNCTION

#define STRIA_TERNARY_FUNCTION(name)                                                               \
  template <class A, class B, class C>                                                             \
    requires detail::operand_list<A, B, C>                                                         \
  constexpr auto name(A&& a, B&& b, C&& c)                                                         \
      STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::name##_fn, A, B, C>),                   \
                          elementwise::name##_fn{}, static_cast<A&&>(a), static_cast<B&&>(b),      \
                          static_cast<C&&>(c));                                                    \
  STRIA_FOREIGN_TERNARY(name);

/// a * b + c, rounded once. C++: `std::fma(a, b, c)`.
STRIA_TERNARY_FUNCTION(fma)
/// a, but at least b and at most c. NumPy: `np.clip(a, lo, hi)`.
STRIA_TERNARY_FUNCTION(clip)
/// b where a holds, else c. NumPy: `np.where(a, b, c)`.
STRIA_TERNARY_FUNCTION(where)

#undef STRIA_TERNARY_FUNCTION

namespace detail {

template <class T, class A> struct cast_verdict {
  static constexpr bool accepted = requires(const value_t<A>& v) { static_cast<T>(v); };
  static constexpr message text() {
    return message(
        "stria: cast: the elements do not convert to the type that is asked for; real(), "
        "imag() and abs() make numbers of complex ones");
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

/// Each element as a T. Refuses elements that do not convert. NumPy: `a.astype(T)`.
template <class T, detail::operand_or_refused A>
constexpr auto cast(A&& a) STRIA_RUN_OR_REFUSE((detail::cast_result<T, A>),
                                               elementwise::cast_fn<T>{}, static_cast<A&&>(a));
STRIA_FOREIGN_TEMPLATED(class T, cast, detail::not_ours);

/// f(x, y, ...) for each set of elements of the broadcast operands. NumPy: `np.vectorize(f)(a,
/// ...)`.
template <class F, class... A>
  requires detail::operand_list<A...>
constexpr auto map(F f, A&&... a)
    STRIA_RUN_OR_REFUSE((detail::map_result<F, A...>), static_cast<F&&>(f), static_cast<A&&>(a)...);
STRIA_FOREIGN(map, detail::whatever, detail::not_ours, detail::whatever = {},
              detail::whatever = {});
STRIA_FOREIGN(map, detail::whatever, detail::ours, detail::not_ours, detail::whatever = {});

} // namespace stria
