// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/choices.hpp: the arguments between which where, select and choose select, and
// their element type. Tests: tests/numpy/elementwise/math.cpp, tests/numpy/selected.cpp.
#pragma once

#include <stria/evaluate/held_first.hpp>
#include <stria/expr/selected.hpp>
#include <stria/tensor/hold.hpp>

#include <tuple>

namespace stria::detail {

template <class X> struct choice_value {
  using type = std::remove_cvref_t<X>;
};
template <operand X> struct choice_value<X> {
  using type = value_t<X>;
};
/// The element type of an operand, or the type of a number.
template <class X> using choice_value_t = typename choice_value<X>::type;

/// True if the elements selected from these types may not fit into the selected type.
template <class... V> inline constexpr bool mixes_wide = false;
template <std::integral... V>
inline constexpr bool mixes_wide<V...> =
    (may_not_fit<typename selected_element<V...>::type, V> || ...);

/// The selected type of the operands X; numbers do not count unless all are numbers.
template <class Operands, class Numbers> struct choice_type;
template <class... V, class... N> struct choice_type<std::tuple<V...>, std::tuple<N...>> {
  using type = typename selected_element<V...>::type;
};
template <class... N> struct choice_type<std::tuple<>, std::tuple<N...>> {
  using type = typename selected_element<N...>::type;
};
template <class... X>
using choice_t =
    typename choice_type<decltype(std::tuple_cat(
                             std::declval<std::conditional_t<
                                 operand<X>, std::tuple<choice_value_t<X>>, std::tuple<>>>()...)),
                         std::tuple<choice_value_t<X>...>>::type;

/// A number beside operands of type T that becomes a T: if one of both types has 64 bits and no
/// sign, so that where(c, a, 0) of uint64 elements has such elements; and an integer beside
/// floating-point numbers that are joined, which would otherwise make them double.
template <class X, class T>
concept adapted_number =
    !operand<X> &&
    ((!std::same_as<std::remove_cvref_t<X>, T> && mixes_wide<std::remove_cvref_t<X>, T>) ||
     loses_digits<std::remove_cvref_t<X>, T>);
template <class T, class X> struct adapted {
  using type = X;
};
template <class T, adapted_number<T> X> struct adapted<T, X> {
  using type = T;
};
template <class T, class X> using adapted_t = typename adapted<T, X>::type;

/// Passes on an argument; a number that is adapted becomes a T.
///
/// \throws  value_error if the conversion would change the number
template <class T, class X> constexpr decltype(auto) adapt_to(const char* what, X&& x) {
  if constexpr (adapted_number<X, T>) {
    const T t = number_as_element<T>(what, x);
    if constexpr (!std::integral<T>)
      if (std::remove_cvref_t<X> back{}; !convert_fits(t, back) || back != x) [[unlikely]]
        raise_unfit_number(what, message() << x);
    return t;
  } else {
    return static_cast<X&&>(x);
  }
}

template <class... X> inline constexpr bool choices_mix = mixes_wide<choice_value_t<X>...>;
/// A call whose selected elements may not fit if `Mix`.
template <fixed_string Name, bool Mix, class Call>
using selecting_call = std::conditional_t<Mix, held_call<Name, Call>, Call>;

/// An integer that bounds the integers A, as in clip(a, 0, 255). The result has the type of A.
template <class A, class B>
concept integer_bound =
    operand<A> && !operand<B> && std::integral<value_t<A>> && !std::same_as<value_t<A>, bool> &&
    std::integral<std::remove_cvref_t<B>> && !std::same_as<std::remove_cvref_t<B>, bool>;
[[noreturn]] [[gnu::cold]] inline void raise_bound(const message& bound) {
  raise<value_error>(message("stria: clip: all elements would be ")
                     << bound.view()
                     << ", which does not fit into the element type; cast<T>(a) converts the "
                        "operand");
}
/// The integer of type T that is nearest to a bound.
template <class T, class B> constexpr T nearest_bound(const B& b) {
  T t{};
  return convert_fits<T>(b, t) ? t
         : b < B{}             ? std::numeric_limits<T>::min()
                               : std::numeric_limits<T>::max();
}
/// Raises value_error if an upper bound (Upper), or otherwise a lower one, excludes every T.
template <class T, bool Upper, class B> constexpr void check_bound(const B& b) {
  if (T t{}; !convert_fits<T>(b, t) && (b < B{}) == Upper) [[unlikely]]
    raise_bound(message() << b);
}

} // namespace stria::detail
