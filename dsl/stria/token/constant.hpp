// SPDX-License-Identifier: BSL-1.0
// token/constant.hpp: compile-time integers: _0 ... _9, 12_c, -_3.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#if defined(STRIA_NO_HANA)
#include <stria/token/plain_constant.hpp>
#else
// <complex.h> defines I as a macro, which is a template parameter in Boost.Hana.
#pragma push_macro("I")
#undef I
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/minus.hpp>
#include <boost/hana/negate.hpp>
#include <boost/hana/plus.hpp>
#pragma pop_macro("I")
#endif

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace stria {

#if !defined(STRIA_NO_HANA)
/// An integer whose value is known at compile time: a Boost.Hana integral constant. In subscripts
/// and axis arguments, constants are checked at compile time.
///
/// \tparam N  the value
/// \usage     `t[constant<12>{}]`, `t[12_c]`
template <index N> using constant = boost::hana::integral_constant<index, N>;

inline namespace literals {
/// A constant of any value.
///
/// \numpy  an integer in the source
/// \usage  `t[12_c]`, `t[range(_, -12_c)]`
using boost::hana::literals::operator""_c;
} // namespace literals
#endif

inline constexpr constant<0> _0{}; ///< The constant 0: `t[_0]`, `sum(a, _0)`.
inline constexpr constant<1> _1{}; ///< The constant 1.
inline constexpr constant<2> _2{}; ///< The constant 2.
inline constexpr constant<3> _3{}; ///< The constant 3.
inline constexpr constant<4> _4{}; ///< The constant 4.
inline constexpr constant<5> _5{}; ///< The constant 5.
inline constexpr constant<6> _6{}; ///< The constant 6.
inline constexpr constant<7> _7{}; ///< The constant 7.
inline constexpr constant<8> _8{}; ///< The constant 8.
inline constexpr constant<9> _9{}; ///< The constant 9.

namespace detail {

template <class T, class... U>
concept one_of = (std::same_as<T, U> || ...);

/// An arithmetic type. __is_class comes first to save compile time: the concept is checked very
/// often for views and nodes.
template <class T>
concept number = !__is_class(T) && std::is_arithmetic_v<T>;

/// A run-time integer; bool and character types are not subscripts. With -fno-char8_t, the type of
/// a UTF-8 character is char.
template <class T>
concept integer_item =
    number<bare<T>> && std::integral<bare<T>> &&
    !one_of<bare<T>, bool, char, wchar_t, bare<decltype(*u8"")>, char16_t, char32_t>;

/// True if an integer of the type may exceed the largest index.
template <integer_item Ix>
inline constexpr bool may_exceed_index =
    !std::in_range<index>(std::numeric_limits<std::remove_cvref_t<Ix>>::max());

/// Converts an integer of any type to index. A value out of range becomes the nearest index, which
/// selects the same elements in any slice.
template <integer_item Ix> STRIA_INLINE constexpr index to_index(Ix i) {
  using limits = std::numeric_limits<index>;
  if constexpr (std::in_range<index>(std::numeric_limits<Ix>::max()) &&
                std::in_range<index>(std::numeric_limits<Ix>::min()))
    return static_cast<index>(i);
  else
    return std::in_range<index>(i) ? static_cast<index>(i)
           : i < Ix{0}             ? limits::min()
                                   : limits::max();
}

// An integral constant of any library: a stateless type with an integer ::value.
template <class T> struct constant_traits {
  static constexpr bool is_constant = false;
};
template <class T>
  requires(std::is_empty_v<T> && integer_item<decltype(T::value)>)
struct constant_traits<T> {
  static constexpr bool is_constant = true;
  static constexpr index value = to_index(T::value);
};

template <class T>
concept constant_item = constant_traits<bare<T>>::is_constant;

} // namespace detail
} // namespace stria
