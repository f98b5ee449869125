// SPDX-License-Identifier: BSL-1.0
// expr/operators.hpp: the operators + - * / % and so on, as element-wise nodes.
#pragma once

#include <stria/expr/map.hpp>
#include <stria/expr/modular.hpp>
#include <stria/expr/quotient.hpp>
#include <stria/tensor/assignable.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace stria {

namespace detail {

template <class A, class B>
concept mixed_integers = std::integral<A> && std::integral<B> && !std::same_as<A, bool> &&
                         !std::same_as<B, bool> && std::is_signed_v<A> != std::is_signed_v<B>;

/// Two numbers of different types, one of them complex.
template <class A, class B>
concept mixed_complex = is_number<A> && is_number<B> && !std::same_as<A, B> &&
                        (is_complex<A>::value || is_complex<B>::value);

template <class A, class B>
concept both_bool = std::same_as<A, bool> && std::same_as<B, bool>;

template <class A> struct real_of {
  using type = A;
};
template <class A>
  requires is_complex<A>::value
struct real_of<A> {
  using type = typename A::value_type;
};

/// Two elements of which at least one is complex; none is of another class.
template <class A, class B>
concept any_complex =
    (is_complex<A>::value || is_complex<B>::value) && (is_complex<A>::value || !__is_class(A)) &&
    (is_complex<B>::value || !__is_class(B));

/// The common type of two element types, as in C++. If one of two numbers is complex, the other
/// becomes complex too, and their real types are promoted. Equal types are not promoted: int8 and
/// int8 give int8.
template <class A, class B> struct common_pair : std::common_type<A, B> {};
template <class T> struct common_pair<T, T> {
  using type = T;
};
template <class A, class B>
  requires(!std::same_as<A, B> && any_complex<A, B> &&
           requires {
             typename common_pair<typename real_of<A>::type, typename real_of<B>::type>::type;
           })
struct common_pair<A, B> {
  using kind = std::conditional_t<is_complex<A>::value, is_complex<A>, is_complex<B>>;
  using type = typename kind::template with<
      typename common_pair<typename real_of<A>::type, typename real_of<B>::type>::type>;
};
/// The common type of the elements of several operands; without a member `type` if there is none.
template <class... T> struct common_element {};
template <class T> struct common_element<T> {
  using type = T;
};
template <class A, class B, class... More>
  requires requires { typename common_pair<A, B>::type; }
struct common_element<A, B, More...> : common_element<typename common_pair<A, B>::type, More...> {};

/// Two numbers of which at least one is complex, so that `promoted` converts them. A complex number
/// beside another class is left unchanged: the operators of that class decide.
template <class A, class B>
concept complex_pair = any_complex<A, B> && requires { typename common_pair<A, B>::type; };

/// The quotient of two complex numbers. No square of a part overflows: floats are divided in
/// double, other parts by the method of R. L. Smith (1962), as in NumPy. Sums of two parts may
/// overflow near the largest number. A quotient by zero has the parts a / 0 and b / 0. Selections
/// take the place of branches, so that loops are vectorised.
template <class C> STRIA_ELEMENT constexpr C complex_quotient(const C& x, const C& y) {
  using R = std::remove_cvref_t<decltype(x.real())>;
  if constexpr (std::same_as<R, float>) {
    const double a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
    const double size = c * c + d * d, re = a * c + b * d, im = b * c - a * d;
    // The products are not defined for a divisor that is 0 or has an infinite part.
    const bool plain = (size == 0) | (size > std::numeric_limits<double>::max());
    return C(static_cast<R>((plain ? a : re) / size), static_cast<R>((plain ? b : im) / size));
  } else {
    const R a = x.real(), b = x.imag(), c = y.real(), d = y.imag(), minus_a = -a, minus_c = -c;
    const R c_size = c < R(0) ? minus_c : c, d_size = d < R(0) ? -d : d;
    // (a + b i) / (c + d i) = (b - a i) / (d - c i); the larger part of the divisor comes first.
    const bool swapped = c_size < d_size;
    const R first = swapped ? d : c, second = swapped ? minus_c : d;
    const R re = swapped ? b : a, im = swapped ? minus_a : b;
    const bool zero = first == R(0);
    const R ratio = second / (zero ? R(1) : first), sum = first + second * ratio;
    const R size = zero ? R(0) : sum;
    const R scaled_re = re + im * ratio, scaled_im = im - re * ratio;
    return C((zero ? re : scaled_re) / size, (zero ? im : scaled_im) / size);
  }
}

/// Converts two numbers to their common type, as C++ would do implicitly. If one is complex, the
/// other becomes complex too, and their real types are promoted.
template <class F, class A, class B>
STRIA_ELEMENT constexpr auto promoted(F f, const A& a, const B& b) {
  if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) {
    using C = decltype(a + b);
    return f(number_as<C>(a), number_as<C>(b));
  } else if constexpr (complex_pair<A, B>) {
    using C = typename common_pair<A, B>::type;
    return f(to_complex<C>(a), to_complex<C>(b));
  } else {
    return f(a, b);
  }
}

} // namespace detail

// The overloads for packs (evaluate/packs.hpp), which compute a = a op b.
#if defined(STRIA_USE_PACKS)
#define STRIA_ON_PACKS(op)                                                                         \
  template <class P> STRIA_INLINE static void apply_to_packs(P& a, const P& b) { a = a op b; }
#else
#define STRIA_ON_PACKS(op)
#endif

#define STRIA_ARITHMETIC(name, op)                                                                 \
  struct name {                                                                                    \
    static constexpr const char* text = #op;                                                       \
    template <class A, class B>                                                                    \
      requires(detail::complex_pair<A, B> || requires(const A& a, const B& b) { a op b; })         \
    STRIA_ELEMENT constexpr auto operator()(const A& a, const B& b) const {                        \
      if constexpr (detail::may_overflow<A, B>) {                                                  \
        using C = decltype(a op b);                                                                \
        return static_cast<C>(detail::modular<C>(a) op detail::modular<C>(b));                     \
      } else {                                                                                     \
        return detail::promoted(                                                                   \
            []<class C, class D>(const C& x, const D& y) STRIA_ELEMENT_LAMBDA {                    \
              if constexpr (__is_same(C, D) && detail::is_complex<C>::value)                       \
                return C(x.real() op y.real(), x.imag() op y.imag());                              \
              else                                                                                 \
                return x op y;                                                                     \
            },                                                                                     \
            a, b);                                                                                 \
      }                                                                                            \
    }                                                                                              \
    STRIA_ON_PACKS(op)                                                                             \
  };

namespace detail {
/// Bits of the absolute values of a row of integers: few for sums and products of short integers.
template <class Row>
inline constexpr int integer_bits = 8 * static_cast<int>(sizeof(row_value<Row>));
} // namespace detail

namespace elementwise {
STRIA_ARITHMETIC(add_fn, +)
STRIA_ARITHMETIC(subtract_fn, -)

/// Complex numbers use the textbook formula, as in NumPy. The operator of std::complex checks each
/// NaN result for infinities and therefore cannot be vectorised.
struct multiply_fn {
  static constexpr const char* text = "*";
  template <class A, class B>
    requires(detail::complex_pair<A, B> || requires(const A& a, const B& b) { a* b; })
  STRIA_ELEMENT constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (detail::may_overflow<A, B>) {
      using C = decltype(a * b);
      return static_cast<C>(detail::modular<C>(a) * detail::modular<C>(b));
    } else {
      return detail::promoted(
          []<class C, class D>(const C& x, const D& y) STRIA_ELEMENT_LAMBDA {
            if constexpr (__is_same(C, D) && detail::is_complex<C>::value)
              return C(x.real() * y.real() - x.imag() * y.imag(),
                       x.real() * y.imag() + x.imag() * y.real());
            else
              return x * y;
          },
          a, b);
    }
  }
  STRIA_ON_PACKS(*)
};

/// Division by one number for a whole row. Sums and products of short integers are ints, but their
/// quotients can be computed in float.
#define STRIA_SHORT_DIVIDENDS(quotient)                                                            \
  template <class Row, class A, class B>                                                           \
    requires(sizeof(A) > sizeof(std::int16_t) && detail::divides_in_vectors<A, B> &&               \
             std::is_signed_v<decltype(A() + B())> &&                                              \
             detail::integer_bits<Row> <= detail::short_bits)                                      \
  STRIA_INLINE static constexpr auto with_scalar_row(const A& a, const B& b) {                     \
    return detail::quotient<detail::integer_bits<Row>>(a, b);                                      \
  }

struct divide_fn {
  static constexpr const char* text = "/";
  template <class A, class B>
    requires(detail::complex_pair<A, B> || requires(const A& a, const B& b) { a / b; })
  STRIA_ELEMENT constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (std::integral<A> && std::integral<B>)
      return detail::wrapped_quotient(a, b);
    else
      return detail::promoted(
          []<class C, class D>(const C& x, const D& y) STRIA_ELEMENT_LAMBDA {
            if constexpr (__is_same(C, D) && detail::is_complex<C>::value)
              return detail::complex_quotient(x, y);
            else
              return x / y;
          },
          a, b);
  }
  STRIA_SHORT_DIVIDENDS(quotient_of)
  STRIA_ON_PACKS(/)
};
} // namespace elementwise

namespace detail {
template <class Seq, class A, class B>
inline constexpr int integer_bits<map_row<add_fn, Seq, A, B>> =
    1 + (integer_bits<A> > integer_bits<B> ? integer_bits<A> : integer_bits<B>);
template <class Seq, class A, class B>
inline constexpr int integer_bits<map_row<subtract_fn, Seq, A, B>> =
    integer_bits<map_row<add_fn, Seq, A, B>>;
template <class Seq, class A, class B>
inline constexpr int integer_bits<map_row<multiply_fn, Seq, A, B>> =
    integer_bits<A> + integer_bits<B>;

/// True if products of elements of these types can be added.
template <class T, class... More>
inline constexpr bool products_add = requires(const T& v) { add_fn{}(v, v); };
template <class T, class U, class... More>
inline constexpr bool products_add<T, U, More...> = [] {
  if constexpr (requires(const T& a, const U& b) { multiply_fn{}(a, b); })
    return products_add<decltype(multiply_fn{}(std::declval<const T&>(), std::declval<const U&>())),
                        More...>;
  else
    return false;
}();
struct no_products {
  static constexpr message text() {
    return message(
        "stria: the elements lack the *, + or - that a product of tensors needs; map(f, a) "
        "converts any elements");
  }
};
} // namespace detail

// % and bit operators behave as in C++, except that bit operators on two bools give a bool, as in
// NumPy, so that boolean masks can be combined.
#define STRIA_INTEGER(name, op, elements)                                                          \
  struct name {                                                                                    \
    static constexpr const char* text = #op;                                                       \
    static constexpr const char* takes = elements;                                                 \
    template <class A, class B>                                                                    \
      requires requires(const A& a, const B& b) { a op b; }                                        \
    STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {                         \
      if constexpr (detail::both_bool<A, B>)                                                       \
        return static_cast<bool>(a op b);                                                          \
      else if constexpr (std::integral<A> && std::integral<B>)                                     \
        return static_cast<decltype(a + b)>(a) op static_cast<decltype(a + b)>(b);                 \
      else                                                                                         \
        return a op b;                                                                             \
    }                                                                                              \
  };
#define STRIA_MODULO_TAKES                                                                         \
  "integers, as in C++; remainder(a, b) and fmod(a, b) accept floating-point numbers"
#define STRIA_BITS_TAKE "integers or bools; use && and || for conditions, cast<int>(a) for integers"

namespace elementwise {
struct modulo_fn {
  static constexpr const char* text = "%";
  static constexpr const char* takes = STRIA_MODULO_TAKES;
  template <class A, class B>
    requires requires(const A& a, const B& b) { a % b; }
  STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (std::integral<A> && std::integral<B>)
      return detail::wrapped_rest(a, b);
    else
      return a % b;
  }
  STRIA_SHORT_DIVIDENDS(rest_of)
};
STRIA_INTEGER(bit_and_fn, &, STRIA_BITS_TAKE)
STRIA_INTEGER(bit_or_fn, |, STRIA_BITS_TAKE)
STRIA_INTEGER(bit_xor_fn, ^, STRIA_BITS_TAKE)
} // namespace elementwise

namespace detail {
/// Whether a << b and a >> b are defined in C++: b is not negative and less than the number of
/// bits.
template <class A, class B> STRIA_INLINE constexpr bool shifts_within(A, B b) {
  using count = std::make_unsigned_t<decltype(+b)>;
  return static_cast<count>(b) <
         std::numeric_limits<std::make_unsigned_t<decltype(A() << b)>>::digits;
}

/// Integers other than bool and characters, which std::in_range does not accept.
template <class A>
concept counting =
    std::integral<A> && !std::same_as<A, bool> &&
    (std::same_as<A, std::make_signed_t<A>> || std::same_as<A, std::make_unsigned_t<A>>);
/// The type in which a row of integers of type A is shifted: short if it has few bits.
template <class Row, class A>
using shifted_t = std::conditional_t<(sizeof(A) > sizeof(std::int16_t) && integer_bits<Row> < 16),
                                     std::int16_t, A>;
template <class A, class B>
concept shorter_than_int = counting<A> && counting<B> && sizeof(A) < sizeof(int);

/// The numbers of bits by which an A can be shifted. clang keeps the type A of a number that is
/// read from a table. If it knew that the number was computed as an int, it would shift vectors of
/// ints.
template <class A>
inline constexpr A shift_counts[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// Shifts of many short integers by one number of bits, in vectors of their type.
template <class A, class B> STRIA_INLINE constexpr auto shift_left_by_one(const A& a, const B& b) {
  const unsigned factor = shifts_within(a, b) ? 1U << b : 0U;
  return static_cast<int>(static_cast<unsigned>(a) * factor);
}
template <class A, class B> STRIA_INLINE constexpr auto shift_right_by_one(const A& a, const B& b) {
  using count = std::make_unsigned_t<A>;
  constexpr int last = std::numeric_limits<count>::digits - 1;
  const bool within = std::cmp_less_equal(0, b) && std::cmp_less_equal(b, last);
  const A mask = std::is_signed_v<A> || within ? static_cast<A>(-1) : A{0};
  const count by = static_cast<count>(shift_counts<count>[within ? b : last] & last);
  return static_cast<int>(static_cast<A>((a & mask) >> by));
}
} // namespace detail

/// Shifts that are undefined in C++ give the NumPy result: 0, or -1 for a negative number shifted
/// right.
#define STRIA_SHIFT(name, op, beyond, by_one)                                                      \
  struct name {                                                                                    \
    static constexpr const char* text = #op;                                                       \
    static constexpr const char* takes = STRIA_BITS_TAKE;                                          \
    template <class A, class B>                                                                    \
      requires requires(const A& a, const B& b) { a op b; }                                        \
    STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {                         \
      if constexpr (std::integral<A> && std::integral<B>) {                                        \
        using result = decltype(a op b);                                                           \
        return detail::shifts_within(a, b) ? a op b : static_cast<result>(beyond);                 \
      } else {                                                                                     \
        return a op b;                                                                             \
      }                                                                                            \
    }                                                                                              \
    template <class Row, class A, class B>                                                         \
      requires detail::shorter_than_int<detail::shifted_t<Row, A>, B>                              \
    STRIA_INLINE static constexpr auto with_scalar_row(const A& a, const B& b) {                   \
      return detail::by_one(static_cast<detail::shifted_t<Row, A>>(a), b);                         \
    }                                                                                              \
  };

namespace elementwise {
STRIA_SHIFT(shift_left_fn, <<, 0, shift_left_by_one)
STRIA_SHIFT(shift_right_fn, >>, a < A() ? -1 : 0, shift_right_by_one)
} // namespace elementwise

namespace detail {

/// A number, converted to the narrower type A, that is compared with many integers of type A.
/// Vectors of A hold more elements than vectors of the wider type.
template <std::integral A> struct narrow_bound {
  A value;
  bool fits, above; // representable in A; larger than all values of A

  template <class B>
  STRIA_INLINE constexpr explicit narrow_bound(B b)
      : value(static_cast<A>(b)), fits(std::in_range<A>(b)),
        above(std::cmp_greater(b, std::numeric_limits<A>::max())) {}
};
template <class A, class B>
concept has_narrow_bound = counting<A> && counting<B> && sizeof(A) < sizeof(B);

} // namespace detail

// Integers of different signedness compare by value. Characters, which std::cmp_less does not
// accept, are promoted first. `complex` states whether A and B are numbers that promoted() must
// make complex first.
#define STRIA_COMPARISON(name, op, complex, integers, beyond)                                      \
  struct name {                                                                                    \
    static constexpr const char* text = #op;                                                       \
    template <class A, class B>                                                                    \
      requires(complex || requires(const A& a, const B& b) { a op b; })                            \
    STRIA_INLINE constexpr bool operator()(const A& a, const B& b) const {                         \
      if constexpr (detail::mixed_integers<A, B>)                                                  \
        return integers(+a, +b);                                                                   \
      else if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)                       \
        return static_cast<decltype(a + b)>(a) op static_cast<decltype(a + b)>(b);                 \
      else if constexpr (complex)                                                                  \
        return detail::promoted(                                                                   \
            [](const auto& x, const auto& y) STRIA_INLINE_LAMBDA { return x op y; }, a, b);        \
      else                                                                                         \
        return static_cast<bool>(a op b);                                                          \
    }                                                                                              \
    /** Compares many values of a with one value b. */                                             \
    template <class Row, class A, class B>                                                         \
      requires detail::has_narrow_bound<A, B>                                                      \
    STRIA_INLINE static constexpr bool with_scalar_row(const A& a, const B& b) {                   \
      const detail::narrow_bound<A> bound(b);                                                      \
      const bool within = bound.fits & (a op bound.value), outside = beyond;                       \
      return within || outside;                                                                    \
    }                                                                                              \
  };

namespace elementwise {
// The last argument is the result if the bound does not fit into A.
STRIA_COMPARISON(equal_fn, ==, (detail::mixed_complex<A, B>), std::cmp_equal, false)
STRIA_COMPARISON(not_equal_fn, !=, (detail::mixed_complex<A, B>), std::cmp_not_equal, !bound.fits)
STRIA_COMPARISON(less_fn, <, false, std::cmp_less, bound.above)
STRIA_COMPARISON(greater_fn, >, false, std::cmp_greater, !bound.fits && !bound.above)
STRIA_COMPARISON(less_equal_fn, <=, false, std::cmp_less_equal, bound.above)
STRIA_COMPARISON(greater_equal_fn, >=, false, std::cmp_greater_equal, !bound.fits && !bound.above)
} // namespace elementwise

// Both sides are always computed: there is no short circuit.
#define STRIA_LOGICAL(name, op)                                                                    \
  struct name {                                                                                    \
    static constexpr const char* text = #op #op;                                                   \
    template <class A, class B>                                                                    \
      requires requires(const A& a, const B& b) {                                                  \
        static_cast<bool>(a);                                                                      \
        static_cast<bool>(b);                                                                      \
      }                                                                                            \
    STRIA_INLINE constexpr bool operator()(const A& a, const B& b) const {                         \
      return static_cast<bool>(static_cast<bool>(a) op static_cast<bool>(b));                      \
    }                                                                                              \
  };

namespace elementwise {
STRIA_LOGICAL(logical_and_fn, &)
STRIA_LOGICAL(logical_or_fn, |)

struct negate_fn {
  static constexpr const char* text = "-";
  template <class A>
    requires requires(const A& a) { -a; }
  STRIA_ELEMENT constexpr auto operator()(const A& a) const {
    if constexpr (detail::is_complex<A>::value)
      return A(-a.real(), -a.imag());
    else if constexpr (std::integral<A> && sizeof(A) >= sizeof(int))
      return detail::negative_of(a);
    else
      return -a;
  }
};
struct identity_fn {
  static constexpr const char* text = "+";
  template <class A>
    requires requires(const A& a) { +a; }
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    return +a;
  }
};
struct logical_not_fn {
  static constexpr const char* text = "!";
  template <class A>
    requires requires(const A& a) { static_cast<bool>(a); }
  STRIA_INLINE constexpr bool operator()(const A& a) const {
    return !static_cast<bool>(a);
  }
};
struct bit_not_fn {
  static constexpr const char* text = "~";
  static constexpr const char* takes = STRIA_BITS_TAKE;
  template <class A>
    requires requires(const A& a) { ~a; }
  STRIA_INLINE constexpr auto operator()(const A& a) const {
    if constexpr (std::same_as<A, bool>)
      return !a;
    else
      return ~a;
  }
};
} // namespace elementwise

#undef STRIA_ON_PACKS
#undef STRIA_ARITHMETIC
#undef STRIA_SHORT_DIVIDENDS
#undef STRIA_INTEGER
#undef STRIA_MODULO_TAKES
#undef STRIA_BITS_TAKE
#undef STRIA_SHIFT
#undef STRIA_COMPARISON
#undef STRIA_LOGICAL

namespace detail {

/// True if one of the two is an operand and the other is an operand or a scalar.
template <class A, class B>
concept operand_pair = (operand<A> && operand_with<B, A>) || (operand<B> && scalar_with<A, B>);

template <class A, class B>
using partner_t = typename first_or_second<operand<A>>::template of<A, B>;

template <class F, class First, class Second>
using pair_call =
    judged_call<broadcast_verdict<F, First, Second>, constructing_call<map_of<F, First, Second>>>;

// Empty for other types, because clang needs the return type before it checks the constraint.
template <class F, class A, class B> struct pair_result {};
template <class F, class A, class B>
  requires operand_pair<A, B>
struct pair_result<F, A, B> : pair_call<F, hold_t<A, partner_t<A, B>>, hold_t<B, partner_t<A, B>>> {
};
template <class F, class A> struct unary_result {};
template <class F, operand A>
struct unary_result<F, A>
    : judged_call<broadcast_verdict<F, hold_t<A>>, constructing_call<map_of<F, hold_t<A>>>> {};

// `operand` comes first to save compile time, because this concept is checked for every operator in
// this namespace.
template <class A, class B>
concept container_pair =
    ((operand<A> && container<B>) || (operand<B> && container<A>)) && !operand_pair<A, B>;
template <class F> struct container_verdict {
  static constexpr message text() {
    return message("stria: ") << name_of<F>()
                              << ": one side is a container, not a tensor; "
                                 "as_tensor(c) copies its elements, as in a + as_tensor(c)";
  }
};

/// A temporary that owns its elements.
template <class A, class T = bare<A>>
concept temporary_owner =
    !std::is_lvalue_reference_v<A> && std::is_base_of_v<assignable_owner<T>, T>;
/// An object that is no operand and refuses +=.
template <class A>
concept has_no_update = __is_base_of(operators::no_update_base, bare<A>);
/// An operand that has no +=: a const one, an expression, or a temporary tensor. Also an object
/// that refuses +=.
template <class A, class T = bare<A>>
concept no_target =
    (operand<T> &&
     (std::is_const_v<std::remove_reference_t<A>> ||
      !(std::is_base_of_v<assignable<T>, T> ||
        (std::is_lvalue_reference_v<A> && std::is_base_of_v<assignable_owner<T>, T>)))) ||
    has_no_update<A>;
template <class A, bool = has_no_update<A>> struct update_verdict_of {
  using type = std::conditional_t<temporary_owner<A>, temporary_target_verdict, no_target_verdict>;
};
template <class A> struct update_verdict_of<A, true> {
  using type = typename bare<A>::no_update;
};
/// Why A is no target.
template <class A> using no_target_because = typename update_verdict_of<A>::type;

template <class T> inline constexpr bool is_string = false;
template <class C, class Traits, class Allocator>
inline constexpr bool is_string<std::basic_string<C, Traits, Allocator>> = true;
/// A complex number or a string that is const, as elements and results that are returned by value
/// are (element_value).
template <class A, class T = bare<A>>
concept const_element =
    std::is_const_v<std::remove_reference_t<A>> && (is_complex<T>::value || is_string<T>);
struct const_element_verdict {
  static constexpr message text() {
    return message("stria: the left side is a const number or string, such as an element of an "
                   "expression or of a const tensor, or the result of a reduction; copy it first, "
                   "as in auto s = sum(z); s += 1");
  }
};
struct step_verdict {
  static constexpr message text() {
    return message("stria: tensors, views and expressions have no ++ and --; write t += 1");
  }
};

/// True if one side was already refused and reported.
template <class A, class B>
concept refused_pair = is_refused<bare<A>> || is_refused<bare<B>>;

} // namespace detail

namespace operators {

#define STRIA_PAIR(op, fn, Left, Right, left, right, ...)                                          \
  template <class A, class B>                                                                      \
    requires(__VA_ARGS__)                                                                          \
  STRIA_INLINE constexpr auto operator op(left, right)                                             \
      STRIA_RUN_OR_REFUSE((detail::pair_result<elementwise::fn, Left, Right>), elementwise::fn{},  \
                          static_cast<decltype(a)&&>(a), static_cast<decltype(b)&&>(b));

// These overloads exist only for clang. An lvalue tensor is held by reference and marked
// STRIA_LIFETIMEBOUND, as in STRIA_BORROWING (base/config.hpp). A stream may convert to a scalar.
#if defined(__clang__)
#define STRIA_LVALUES(op, fn)                                                                      \
  STRIA_PAIR(op, fn, A&, B&, A& a STRIA_LIFETIMEBOUND, B& b STRIA_LIFETIMEBOUND,                   \
             (detail::tensor_operand<A> && detail::tensor_operand<B>))                             \
  STRIA_PAIR(                                                                                      \
      op, fn, A&, B, A& a STRIA_LIFETIMEBOUND, B&& b,                                              \
      (detail::tensor_operand<A> && !detail::lvalue_tensor<B> && detail::operand_pair<A&, B>))     \
  STRIA_PAIR(op, fn, A, B&, A&& a, B& b STRIA_LIFETIMEBOUND,                                       \
             (detail::tensor_operand<B> && !detail::lvalue_tensor<A> &&                            \
              detail::operand_pair<A, B&> &&                                                       \
              (detail::operand<A> || std::is_arithmetic_v<detail::bare<A>>)))
#else
#define STRIA_LVALUES(op, fn)
#endif
// A lazy element-wise operator. Shapes that do not broadcast are refused.
#define STRIA_BINARY(op, fn)                                                                       \
  STRIA_PAIR(op, fn, A, B, A&& a, B&& b, detail::operand_pair<A, B>)                               \
  STRIA_LVALUES(op, fn)                                                                            \
  template <class A, class B>                                                                      \
    requires detail::refused_pair<A, B>                                                            \
  constexpr ignored operator op(A&&, B&&) {                                                        \
    return {};                                                                                     \
  }
#define STRIA_CONTAINERS(op, fn)                                                                   \
  template <class A, class B>                                                                      \
  auto operator op(const A&, const B&)                                                             \
      ->detail::refusal_where<detail::container_pair<A, B>,                                        \
                              detail::container_verdict<elementwise::fn>>;

/// Adds two operands element by element, with broadcasting.
///
/// \param a     a tensor, view or expression, or a scalar if `b` is one of these
/// \param b     a tensor, view or expression, or a scalar if `a` is one of these
/// \returns     a lazy expression of the broadcast shape; the element type follows the promotion
///              rules of C++
/// \throws      shape_error if run-time shapes do not broadcast
/// \refuses     static shapes that do not broadcast, different names on one axis, containers, and
///              elements without this operator
/// \complexity  O(1); the expression is evaluated when it is assigned, without a temporary
/// \numpy       `a + b`
/// \usage       `c = a + 2.f * b[_, newaxis];`
STRIA_BINARY(+, add_fn)
STRIA_CONTAINERS(+, add_fn)
/// Subtracts element by element, like operator+.
///
/// \numpy  `a - b`
/// \usage  `c = a - b;`
STRIA_BINARY(-, subtract_fn)
STRIA_CONTAINERS(-, subtract_fn)
/// Multiplies element by element, like operator+; matmul() is the matrix product.
///
/// \numpy  `a * b`
/// \usage  `c = a * b;`
STRIA_BINARY(*, multiply_fn)
STRIA_CONTAINERS(*, multiply_fn)
/// Divides element by element, like operator+. Integers divide as in C++, truncated towards zero;
/// division by 0 is undefined, as in C++.
///
/// \numpy  `a / b` for floating-point numbers; floor_divide() is `a // b`
/// \usage  `c = a / b;`
STRIA_BINARY(/, divide_fn)
STRIA_CONTAINERS(/, divide_fn)
/// The remainder of integers as in C++, with the sign of `a`; remainder() and fmod() behave as in
/// NumPy.
///
/// \numpy  `np.fmod(a, b)` for integers
/// \usage  `c = a % b;`
STRIA_BINARY(%, modulo_fn)
STRIA_CONTAINERS(%, modulo_fn)
/// Bitwise and of integers. For two bools, the result is a bool.
///
/// \numpy  `a & b`
/// \usage  `c = a[(a > 0) & (a < 9)];`
STRIA_BINARY(&, bit_and_fn)
STRIA_CONTAINERS(&, bit_and_fn)
/// Bitwise or of integers. For two bools, the result is a bool.
///
/// \numpy  `a | b`
/// \usage  `c = a | b;`
STRIA_BINARY(|, bit_or_fn)
STRIA_CONTAINERS(|, bit_or_fn)
/// Bitwise exclusive or of integers. For two bools, the result is a bool.
///
/// \numpy  `a ^ b`
/// \usage  `c = a ^ b;`
STRIA_BINARY(^, bit_xor_fn)
STRIA_CONTAINERS(^, bit_xor_fn)
/// Shifts integers left. Shifts by at least the number of bits, or by a negative number, give 0.
///
/// \numpy  `a << b`
/// \usage  `c = a << 2;`
STRIA_BINARY(<<, shift_left_fn)
/// Shifts integers right. Shifts by at least the number of bits, or by a negative number, give 0,
/// or -1 where the shifted number is negative.
///
/// \numpy  `a >> b`
/// \usage  `c = a >> 2;`
STRIA_BINARY(>>, shift_right_fn)
/// Compares element by element, with broadcasting; the elements of the result are bools. Integers
/// of different signedness are compared by value.
///
/// \returns  a lazy expression of bools
/// \refuses  static shapes that do not broadcast, and `if (a == b)`, which needs all_of() or any()
/// \numpy    `a == b`
/// \usage    `if (all_of(a == b)) ...`
STRIA_BINARY(==, equal_fn)
STRIA_CONTAINERS(==, equal_fn)
/// Compares element by element, like operator==.
///
/// \numpy  `a != b`
/// \usage  `any(a != b)`
STRIA_BINARY(!=, not_equal_fn)
STRIA_CONTAINERS(!=, not_equal_fn)
/// Compares element by element, like operator==.
///
/// \numpy  `a < b`
/// \usage  `a[a < 0.f] = 0.f;`
STRIA_BINARY(<, less_fn)
STRIA_CONTAINERS(<, less_fn)
/// Compares element by element, like operator==.
///
/// \numpy  `a > b`
/// \usage  `a[a > 1.f]`
STRIA_BINARY(>, greater_fn)
STRIA_CONTAINERS(>, greater_fn)
/// Compares element by element, like operator==.
///
/// \numpy  `a <= b`
/// \usage  `any(a <= 0.f)`
STRIA_BINARY(<=, less_equal_fn)
STRIA_CONTAINERS(<=, less_equal_fn)
/// Compares element by element, like operator==.
///
/// \numpy  `a >= b`
/// \usage  `any(a >= 1.f)`
STRIA_BINARY(>=, greater_equal_fn)
STRIA_CONTAINERS(>=, greater_equal_fn)
/// Logical and of the elements as bools; both operands are computed.
///
/// \numpy  `np.logical_and(a, b)`
/// \usage  `a[a > 0 && a < 9]`
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Weffc++" // the overload evaluates both sides, as intended
STRIA_BINARY(&&, logical_and_fn)
STRIA_CONTAINERS(&&, logical_and_fn)
/// Logical or of the elements as bools; both operands are computed.
///
/// \numpy  `np.logical_or(a, b)`
/// \usage  `a[a < 0 || a > 9]`
STRIA_BINARY(||, logical_or_fn)
STRIA_CONTAINERS(||, logical_or_fn)
#pragma GCC diagnostic pop

#undef STRIA_BINARY
#undef STRIA_PAIR
#undef STRIA_LVALUES
#undef STRIA_CONTAINERS

// These overloads are found only if the target has no member += and so on, because it is const, an
// expression or a temporary tensor.
#define STRIA_NO_UPDATE(op)                                                                        \
  template <class A, class B = detail::in_braces>                                                  \
  auto operator op(A&&, const B&)                                                                  \
      ->detail::refusal_where<detail::no_target<A>, detail::no_target_because<A>>;

/// Adds an expression to the elements of the target.
///
/// This is a member of tensors, views and selections by index arrays; the overload here refuses
/// other targets. The right side broadcasts to the shape of the target and may read it. A position
/// that a selection contains several times receives all its additions.
///
/// \param a     a tensor that is not const, a view or a selection (`t[idx]`)
/// \param b     a tensor, view, expression or scalar
/// \returns     a reference to the target
/// \throws      shape_error if the run-time shapes do not broadcast; index_error if an index of a
///              selection lies outside its axis
/// \refuses     const targets, expressions, temporary tensors, braces, and static shapes that do
///              not broadcast
/// \complexity  one fused loop; a temporary only if source and target overlap in a way that needs
///              one
/// \numpy       `a += b`; for selections `np.add.at(t, idx, b)`
/// \usage       `a[range(1, _)] += 2.f;`
STRIA_NO_UPDATE(+=)
/// Subtracts an expression from the elements of the target, like operator+=.
///
/// \numpy  `a -= b`
/// \usage  `a -= b;`
STRIA_NO_UPDATE(-=)
/// Multiplies the elements of the target by an expression, like operator+=.
///
/// \numpy  `a *= b`
/// \usage  `a *= 2.f;`
STRIA_NO_UPDATE(*=)
/// Divides the elements of the target by an expression, like operator+=.
///
/// \numpy  `a /= b` for floating-point numbers
/// \usage  `a /= 2.f;`
STRIA_NO_UPDATE(/=)
/// Replaces the elements of the target by their remainders, like operator+=; integers only, as in
/// C++.
///
/// \numpy  `np.fmod(a, b, out=a)`
/// \usage  `a %= 7;`
STRIA_NO_UPDATE(%=)
/// Replaces the elements of the target by their bitwise and with an expression, like operator+=.
///
/// \numpy  `a &= b`
/// \usage  `a &= mask;`
STRIA_NO_UPDATE(&=)
/// Replaces the elements of the target by their bitwise or with an expression, like operator+=.
///
/// \numpy  `a |= b`
/// \usage  `a |= b;`
STRIA_NO_UPDATE(|=)
/// Replaces the elements of the target by their bitwise exclusive or with an expression, like
/// operator+=.
///
/// \numpy  `a ^= b`
/// \usage  `a ^= b;`
STRIA_NO_UPDATE(^=)
/// Shifts the elements of the target left, like operator+=.
///
/// \numpy  `a <<= b`
/// \usage  `a <<= 2;`
STRIA_NO_UPDATE(<<=)
/// Shifts the elements of the target right, like operator+=.
///
/// \numpy  `a >>= b`
/// \usage  `a >>= 2;`
STRIA_NO_UPDATE(>>=)
#undef STRIA_NO_UPDATE

#define STRIA_NO_STEP(op)                                                                          \
  template <class A>                                                                               \
  auto operator op(A&&)->detail::refusal_where<detail::operand<A>, detail::step_verdict>;          \
  template <class A>                                                                               \
  auto operator op(A&&, int)->detail::refusal_where<detail::operand<A>, detail::step_verdict>;
/// \internal
/// Refused for all operands.
STRIA_NO_STEP(++)
/// \internal
/// Refused for all operands.
STRIA_NO_STEP(--)
#undef STRIA_NO_STEP

#define STRIA_UNARY(op, fn)                                                                        \
  template <detail::operand A>                                                                     \
  constexpr auto operator op(A&& a) STRIA_RUN_OR_REFUSE(                                           \
      (detail::unary_result<elementwise::fn, A>), elementwise::fn{}, static_cast<A&&>(a));         \
  STRIA_BORROWING_ONE(operator op, (detail::unary_result<elementwise::fn, A>), elementwise::fn{},  \
                      a);

/// Negates each element, lazily.
///
/// \numpy  `-a`
/// \usage  `c = -a;`
STRIA_UNARY(-, negate_fn)
/// The promoted elements, lazily.
///
/// \numpy  `+a`
/// \usage  `c = +a;`
STRIA_UNARY(+, identity_fn)
/// Logical not of the elements as bools, lazily.
///
/// \numpy  `np.logical_not(a)`
/// \usage  `any(!(a > 0))`
STRIA_UNARY(!, logical_not_fn)
/// Bitwise not of integers, lazily. For bools, it is the logical not.
///
/// \numpy  `~a`
/// \usage  `a[~mask]`
STRIA_UNARY(~, bit_not_fn)

#undef STRIA_UNARY

} // namespace operators

// Elements and results of class type have the operators of their own class, which compilers list if
// such a value is const. These overloads are found in a program with `using namespace stria`, and
// if the right side is an operand. (An operator = is always a member of its class.)
#define STRIA_NO_ELEMENT_UPDATE(op)                                                                \
  template <class A, class B>                                                                      \
  auto operator op(A&&, const B&)                                                                  \
      ->detail::refusal_where<detail::const_element<A>, detail::const_element_verdict>;
STRIA_NO_ELEMENT_UPDATE(+=)
STRIA_NO_ELEMENT_UPDATE(-=)
STRIA_NO_ELEMENT_UPDATE(*=)
STRIA_NO_ELEMENT_UPDATE(/=)
STRIA_NO_ELEMENT_UPDATE(%=)
STRIA_NO_ELEMENT_UPDATE(&=)
STRIA_NO_ELEMENT_UPDATE(|=)
STRIA_NO_ELEMENT_UPDATE(^=)
STRIA_NO_ELEMENT_UPDATE(<<=)
STRIA_NO_ELEMENT_UPDATE(>>=)
#undef STRIA_NO_ELEMENT_UPDATE

} // namespace stria
