// SPDX-License-Identifier: BSL-1.0
// numpy/select/choose.hpp: choose, which takes each element from one of several operands.
// Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/join/edit.hpp>
#include <stria/numpy/reduce/same_tuple.hpp>
#include <stria/tensor/foreign.hpp>

#include <limits>
#include <type_traits>

namespace stria {

namespace detail {

[[noreturn]] [[gnu::cold]] inline void raise_choice(index i, std::size_t n) {
  raise<index_error>(message("stria: choose: ") << i << " is not one of the " << n << " choices");
}
/// Passes on an integer that selects one of N choices. A block of integers is checked as a whole,
/// because a loop that may throw is not vectorised.
template <std::size_t N> struct choice_fn {
  static constexpr const char* text = ""; // not part of a formula
  template <class Ix> STRIA_INLINE constexpr Ix operator()(const Ix& i) const {
    if (!selects_choice(i)) [[unlikely]]
      raise_choice(static_cast<index>(i), N);
    return i;
  }
  template <std::integral Ix> static void block(Ix* to, index n, const Ix* from) {
    bool all = true;
    for (index i = 0; i < n; ++i) {
      to[i] = from[i];
      all &= selects_choice(from[i]);
    }
    if (!all) [[unlikely]]
      for (index i = 0; i < n; ++i)
        static_cast<void>(choice_fn()(from[i]));
  }

private:
  // Compares integers of their own width, of which a vector holds the most.
  template <class Ix> STRIA_INLINE static constexpr bool selects_choice(Ix i) {
    if constexpr (std::same_as<Ix, bool>)
      return N > 1 || !i;
    else if constexpr (constexpr auto most = std::numeric_limits<Ix>::max();
                       static_cast<std::make_unsigned_t<Ix>>(most) >= N)
      return static_cast<std::make_unsigned_t<Ix>>(i) < static_cast<std::make_unsigned_t<Ix>>(N);
    else
      return i >= 0;
  }
};
struct choose_fn {
  static constexpr const char* text = "choose";
  template <class Ix, class... C>
    requires requires { typename selected_element<C...>::type; }
  STRIA_INLINE constexpr auto operator()(const Ix& i, const C&... choices) const {
    using T = typename selected_element<C...>::type;
    // Integers are compared in their own width; bool has too few values for the numbers.
    using N = std::conditional_t<std::same_as<Ix, bool>, unsigned char, Ix>;
    T r{};
    index k = 0;
    const auto chosen = [&]() __attribute__((always_inline)) {
      const auto number = static_cast<N>(k);
      const bool fits = static_cast<index>(number) == k++;
      return fits && number == static_cast<N>(i);
    };
    ((r = chosen() ? held_as<T>(text, choices) : r), ...);
    return r;
  }
};
/// A call of choose() with these choices.
template <class Ix, class... C>
using choose_of = selecting_call<
    "choose", choices_mix<C...>,
    map_result<choose_fn, typename map_result<choice_fn<sizeof...(C)>, Ix>::type, C...>>;
template <class... C> struct choose_type : std::type_identity<void> {};
template <class... C>
  requires choices_mix<C...>
struct choose_type<C...> : std::type_identity<choice_t<C...>> {};

template <class Ix, class T, class Seq> struct choose_call;
template <class Ix, class T, std::size_t... K>
struct choose_call<Ix, T, std::index_sequence<K...>> {
  using V = typename choose_type<tuple_part<T, K>...>::type;
  using choice = map_result<choice_fn<sizeof...(K)>, Ix>;
  using call = choose_of<Ix, adapted_t<V, tuple_part<T, K>>...>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(Ix&& i, T&& t) {
    return call::run(choose_fn{}, choice::run(choice_fn<sizeof...(K)>{}, static_cast<Ix&&>(i)),
                     adapt_to<V>("choose", std::get<K>(static_cast<T&&>(t)))...);
  }
};
template <class Ix, class T> struct choose_verdict {
  static constexpr bool accepted = std::integral<value_t<Ix>>;
  static constexpr message text() {
    return message("stria: choose takes integers: for each element the number of the choice "
                   "to take");
  }
};
template <class Ix, class T> struct choose_result {};
template <operand Ix, tuple_of_operands T>
  requires(std::tuple_size_v<std::remove_cvref_t<T>> > 0)
struct choose_result<Ix, T>
    : judged_call<
          choose_verdict<Ix, T>,
          choose_call<Ix, T, std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<T>>>>> {
};

/// A call of choose() with the choices in braces.
template <class Ix, class E, std::size_t N> struct braced_choose_result {};
template <class Ix, values_argument E, std::size_t N>
struct braced_choose_result<Ix, E, N> : choose_result<Ix, same_tuple<const E&, N>> {
  using call = choose_result<Ix, same_tuple<const E&, N>>;
  static constexpr auto run(Ix&& i, const E (&choices)[N]) -> typename call::type {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return call::run(static_cast<Ix&&>(i), same_tuple<const E&, N>(choices[K]...));
    }(std::make_index_sequence<N>());
  }
};

} // namespace detail

/// Takes each element from one of several operands, which are called the choices. An integer for
/// each element selects the choice.
///
/// \param a       operand of integers; 0 selects the first choice
/// \param choices a std::tuple of operands and numbers, or operands or numbers of one type in
///                braces; they broadcast with `a`
/// \returns       a lazy expression of the broadcast shape, with elements of the type that holds
///                those of all choices, as in where()
/// \throws        index_error, when an element is computed, if its integer selects no choice;
///                value_error as in where(); shape_error if the shapes do not broadcast
/// \refuses       elements of `a` that are not integers, and static shapes that do not broadcast
/// \complexity    O(n), one pass; lazy, nothing is allocated
/// \numpy         `np.choose(a, choices)`
/// \usage         `choose(i, std::tuple{a, b, 0.})`, `choose(i, {a, b})`
/// \see           select, where
template <class Ix, class T>
constexpr auto choose(Ix&& a, T&& choices)
    STRIA_RUN_OR_REFUSE((detail::choose_result<Ix, T>), static_cast<Ix&&>(a),
                        static_cast<T&&>(choices));
/// Takes each element from one of several choices of one type, which are given in braces.
template <class Ix, class E, std::size_t N>
constexpr auto choose(Ix&& a, const E (&choices)[N])
    STRIA_RUN_OR_REFUSE((detail::braced_choose_result<Ix, E, N>), static_cast<Ix&&>(a), choices);
STRIA_FOREIGN_BUT_BRACES(choose);

} // namespace stria
