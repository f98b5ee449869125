// SPDX-License-Identifier: BSL-1.0
// expr/selected.hpp: the element types of functions that select or join elements.
// Tests: tests/numpy/selected.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/expr/operators.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace stria::detail {

/// The wider one of two integer types that are both signed or both unsigned.
template <std::integral A, std::integral B> constexpr auto wider_integer() {
  using common = std::common_type_t<A, B>;
  if constexpr (sizeof(A) != sizeof(B))
    return std::type_identity<std::conditional_t<(sizeof(A) > sizeof(B)), A, B>>();
  else if constexpr (sizeof(common) == sizeof(A)) // long and long long
    return std::type_identity<common>();
  else if constexpr (std::is_signed_v<A>) // characters and integers
    return std::make_signed<A>();
  else
    return std::make_unsigned<A>();
}
/// The signed type that holds all values of an unsigned and a signed type, if there is one.
template <std::unsigned_integral U, std::signed_integral S> constexpr auto signed_integer() {
  if constexpr (sizeof(S) > sizeof(U) || (sizeof(U) >= 8 && sizeof(S) == sizeof(U)))
    return std::type_identity<S>();
  else if constexpr (sizeof(U) == 1)
    return std::type_identity<std::int16_t>();
  else if constexpr (sizeof(U) == 2)
    return std::type_identity<std::int32_t>();
  else if constexpr (sizeof(U) == 4)
    return std::type_identity<std::int64_t>();
  else
    return std::make_signed<U>();
}
/// The integer type that holds all values of A and B. If there is none, because one is an unsigned
/// 64-bit type and the other is signed, it is the signed 64-bit type.
template <std::integral A, std::integral B> constexpr auto selected_integer() {
  if constexpr (std::same_as<A, B> || std::same_as<B, bool>)
    return std::type_identity<A>();
  else if constexpr (std::same_as<A, bool>)
    return std::type_identity<B>();
  else if constexpr (std::is_signed_v<A> == std::is_signed_v<B>)
    return wider_integer<A, B>();
  else if constexpr (std::is_signed_v<A>)
    return signed_integer<B, A>();
  else
    return signed_integer<A, B>();
}

/// The element type of a selection between elements of the types A and B; without a member `type`
/// if there is none. Integers have the type that NumPy promotes them to, except that int64 takes
/// the place of float64; other elements have their common type in C++.
template <class A, class B> struct selected_pair : common_pair<A, B> {};
template <std::integral A, std::integral B>
struct selected_pair<A, B> : decltype(selected_integer<A, B>()) {};

/// The same for functions that join operands. An integer beside a floating-point type with fewer
/// digits makes the result double, as in NumPy. (A selection keeps float, because one of its
/// operands is often a literal, as in where(a > 0, a, 0).)
template <class A, class B> struct joined_pair : selected_pair<A, B> {};
template <class T> inline constexpr int digits_of = std::numeric_limits<T>::digits;
template <class Number, class Real>
concept loses_digits =
    std::integral<Number> && std::floating_point<Real> && (digits_of<Real> < digits_of<double>) &&
    (digits_of<Number> > digits_of<Real>);
template <class A, class B>
  requires(loses_digits<A, B> || loses_digits<B, A>)
struct joined_pair<A, B> {
  using type = double;
};
template <class A, class B>
  requires(loses_digits<A, typename real_of<B>::type> && is_complex<B>::value)
struct joined_pair<A, B> {
  using type = typename is_complex<B>::template with<double>;
};
template <class A, class B>
  requires(loses_digits<B, typename real_of<A>::type> && is_complex<A>::value)
struct joined_pair<A, B> : joined_pair<B, A> {};

/// The element type of several elements by the rule of Pair; without a member `type` if there is
/// none.
template <template <class, class> class Pair, class... T> struct element_by {};
template <template <class, class> class Pair, class T> struct element_by<Pair, T> {
  using type = T;
};
template <template <class, class> class Pair, class A, class B, class... More>
  requires requires { typename Pair<A, B>::type; }
struct element_by<Pair, A, B, More...> : element_by<Pair, typename Pair<A, B>::type, More...> {};
template <class... T> using selected_element = element_by<selected_pair, T...>;
template <class... T> using joined_element = element_by<joined_pair, T...>;

/// A number or another element, explicitly converted to T.
template <class T, class A> STRIA_INLINE constexpr T convert_number(const A& a) {
  if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<A>)
    return number_as<T>(a);
  else if constexpr (is_complex<T>::value && is_number<A>)
    return to_complex<T>(a);
  else
    return static_cast<T>(a);
}
[[noreturn]] [[gnu::cold]] inline void raise_unfit_number(const char* what, const message& number) {
  raise<value_error>(message("stria: ")
                     << what << ": the number " << number.view()
                     << " does not fit into the element type; cast<T>(a) converts an operand, and "
                        "full<T>(value, n) chooses a type");
}
/// A number as an element of type T. Raises value_error if T is an integer type that does not hold
/// an integer, or if a floating-point number is outside of its range.
template <class T, class V> constexpr T number_as_element(const char* what, const V& v) {
  if constexpr (std::integral<T> && !std::same_as<T, bool> && std::floating_point<V>) {
    return convert_or_raise<T>(what, v);
  } else if constexpr (std::integral<T> && !std::same_as<T, bool> && std::integral<V>) {
    T t{};
    if (!convert_fits<T>(v, t)) [[unlikely]]
      raise_unfit_number(what, message() << v);
    return t;
  } else {
    return convert_number<T>(v);
  }
}

/// True if an integer of type A may be too large for T, a type that was selected for it.
template <class T, class A>
inline constexpr bool may_not_fit =
    std::integral<T> && std::integral<A> && !std::same_as<T, bool> && std::is_signed_v<T> &&
    std::is_unsigned_v<A> && !std::same_as<A, bool> && sizeof(A) >= sizeof(T);

[[noreturn]] [[gnu::cold]] inline void raise_not_held(const char* what, std::uint64_t value) {
  raise<value_error>(message("stria: ")
                     << what << ": the element " << value
                     << " does not fit into the common type of signed and unsigned elements, which "
                        "is a signed 64-bit integer; cast<double>(a) or cast<std::uint64_t>(a) "
                        "converts an operand");
}
/// An element as a T. Raises value_error if it does not fit.
template <class T, class A> STRIA_INLINE constexpr T held_as(const char* what, const A& a) {
  if constexpr (may_not_fit<T, A>) {
    if (a > static_cast<A>(std::numeric_limits<T>::max())) [[unlikely]]
      raise_not_held(what, a);
    return static_cast<T>(a);
  } else {
    return convert_number<T>(a);
  }
}

} // namespace stria::detail
