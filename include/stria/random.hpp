// SPDX-License-Identifier: BSL-1.0
// random.hpp: tensors of random numbers, drawn once, when they are made.
#pragma once

#include <stria/random/choice.hpp>
#include <stria/random/distributions.hpp>
#include <stria/random/generator.hpp>
#include <stria/random/shuffle.hpp>
#include <stria/random/vectors.hpp>

namespace stria {

namespace detail {

template <fixed_string Name, class G, class T, class Shape>
using drawn_fractions = drawn<Name, G, fraction_verdict<Name, T>, T, Shape>;

template <class G> struct set_fractions {
  G& g;
  constexpr void operator()(auto& t) const {
    for (auto& x : t.storage())
      x = draw_fraction<std::remove_cvref_t<decltype(x)>>(g);
  }
};
template <class G> struct set_normal {
  G& g;
  constexpr void operator()(auto& t) const {
    for (auto& x : t.storage())
      x = draw_normal<std::remove_cvref_t<decltype(x)>>(g);
  }
};

// --- integers ---

/// lo <= x < hi holds for some x, and each of them is a T.
template <class T, class L, class H> constexpr bool is_interval(L lo, H hi) {
  if (!std::cmp_less(lo, hi) || !std::in_range<T>(lo))
    return false;
  return std::in_range<T>(hi) || static_cast<std::uint64_t>(hi) - 1 ==
                                     static_cast<std::uint64_t>(std::numeric_limits<T>::max());
}
constexpr message say_no_interval(auto lo, auto hi) {
  return message("stria: random::integers: [")
         << lo << ", " << hi << ") has no integers, or some that the element type has not";
}

template <class T, class L, class H> struct interval_verdict {
  static constexpr bool bounds = size_item<L> && size_item<H>;
  static constexpr bool accepted = [] {
    if constexpr (!integer_item<T> || !bounds)
      return false;
    else if constexpr (constant_item<L> && constant_item<H>)
      return is_interval<T>(constant_traits<L>::value, constant_traits<H>::value);
    else
      return true;
  }();
  static constexpr message text() {
    if constexpr (!integer_item<T>)
      return message("stria: random::integers: the numbers are of an integer type, not of another");
    else if constexpr (!bounds)
      return message("stria: random::integers: a bound is neither an integer nor a constant (_0, "
                     "12_c)");
    else
      return say_no_interval(constant_traits<L>::value, constant_traits<H>::value);
  }
};

template <class G> struct set_integers {
  G& g;
  std::uint64_t first, count;
  constexpr void operator()(auto& t) const {
    for (auto& x : t.storage())
      x = static_cast<std::remove_cvref_t<decltype(x)>>(first + draw_below(g, count));
  }
};
template <class T, class G, class L, class H>
constexpr set_integers<G> integers_between(G& g, const L& lo, const H& hi) {
  if (!is_interval<T>(lo, hi))
    raise<value_error>(say_no_interval(lo, hi));
  const auto first = static_cast<std::uint64_t>(lo);
  return {g, first, static_cast<std::uint64_t>(hi) - first};
}

template <class T, class G, class L, class H, class Shape>
using drawn_integers = drawn<"random::integers", G, interval_verdict<T, L, H>, T, Shape>;

} // namespace detail

/// Random numbers of a seeded engine: `random::generator` or any engine of <random>. Each call
/// draws at once and gives a tensor; its elements are drawn in row-major order and are the same on
/// every machine for the same bits of the engine.
namespace random {

/// Uniform numbers in [0, 1), float or double; extents and sizes, after the engine, as in zeros.
/// NumPy: `rng.random(shape)`.
template <class T = double, extent... E, class G, class... S>
constexpr auto uniform(G&& g, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::drawn_fractions<"random::uniform", G, T,
                             detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::set_fractions<G>{g}, sizes...);

/// Normal numbers of mean 0 and standard deviation 1, float or double; extents and sizes, after the
/// engine, as in zeros. NumPy: `rng.standard_normal(shape)`.
template <class T = double, extent... E, class G, class... S>
constexpr auto normal(G&& g, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::drawn_fractions<"random::normal", G, T,
                             detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::set_normal<G>{g}, sizes...);

/// Uniform integers from lo to before hi, each as likely as the next; extents and sizes, after the
/// bounds, as in zeros. Refuses lo >= hi and bounds that the type does not have: `value_error`
/// where only the run time can know. NumPy: `rng.integers(lo, hi, shape)`.
template <class T = index, extent... E, class G, class L, class H, class... S>
constexpr auto integers(G&& g, const L& lo, const H& hi, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::drawn_integers<T, G, L, H, detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::integers_between<T>(g, detail::number_of(lo), detail::number_of(hi)), sizes...);

} // namespace random
} // namespace stria
