// SPDX-License-Identifier: BSL-1.0
// random.hpp: tensors of random numbers. Tests: tests/random/random.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

// Errors point into this header; see ranges.hpp.
#include <stria/base/refuse.hpp>

#include <stria/random/choice.hpp>
#include <stria/random/distributions.hpp>
#include <stria/random/generator.hpp>
#include <stria/random/random_vectors.hpp>
#include <stria/random/shuffle.hpp>

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

/// True if the interval [lo, hi) is not empty and all its integers fit into T.
template <class T, class L, class H> constexpr bool is_interval(L lo, H hi) {
  if (!std::cmp_less(lo, hi) || !std::in_range<T>(lo))
    return false;
  return std::in_range<T>(hi) || static_cast<std::uint64_t>(hi) - 1 ==
                                     static_cast<std::uint64_t>(std::numeric_limits<T>::max());
}
constexpr message say_no_interval(auto lo, auto hi) {
  return message("stria: random::integers: [")
         << lo << ", " << hi << ") has no integers, or some that do not fit into the element type";
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
      return message("stria: random::integers: the element type must be an integer type");
    else if constexpr (!bounds)
      return message("stria: random::integers: a bound must be an integer or a constant (_0, "
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

/// Random numbers from a seeded engine: `random::generator` or an engine of <random>. Each call
/// draws its numbers immediately and returns a tensor. The elements are drawn in row-major order
/// and depend only on the bits of the engine, not on the machine.
namespace random {

/// Uniform random numbers in [0, 1).
///
/// \tparam T     float or double (the default)
/// \tparam E     extents, as in zeros()
/// \param g      the engine
/// \param sizes  the sizes, as in zeros(): integers or constants
/// \returns      a tensor of T
/// \throws       value_error for a negative size
/// \refuses      other element types; a const engine
/// \complexity   O(n)
/// \numpy        `rng.random(shape)`
/// \usage        `auto a = random::uniform(g, 3, 4);`
template <class T = double, extent... E, class G, class... S>
constexpr auto uniform(G&& g, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::drawn_fractions<"random::uniform", G, T,
                             detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::set_fractions<G>{g}, sizes...);

/// Normally distributed random numbers with mean 0 and standard deviation 1.
///
/// \tparam T     float or double (the default)
/// \tparam E     extents, as in zeros()
/// \param g      the engine
/// \param sizes  the sizes, as in zeros(): integers or constants
/// \returns      a tensor of T
/// \throws       value_error for a negative size
/// \refuses      other element types; a const engine
/// \complexity   O(n)
/// \numpy        `rng.standard_normal(shape)`
/// \usage        `auto a = random::normal(g, 3, 4);`
template <class T = double, extent... E, class G, class... S>
constexpr auto normal(G&& g, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::drawn_fractions<"random::normal", G, T,
                             detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::set_normal<G>{g}, sizes...);

/// Uniform random integers in [lo, hi).
///
/// \tparam T     an integer type, with 64 bits by default
/// \tparam E     extents, as in zeros()
/// \param g      the engine
/// \param lo     the smallest integer
/// \param hi     one more than the largest integer
/// \param sizes  the sizes, as in zeros(): integers or constants
/// \returns      a tensor of T
/// \throws       value_error if lo >= hi, if lo or hi - 1 does not fit into T, or for a negative
///               size
/// \refuses      constant bounds for which this is the case, bounds that are not integers, element
///               types that are not integers, and a const engine
/// \complexity   O(n)
/// \numpy        `rng.integers(lo, hi, shape)`
/// \usage        `auto dice = random::integers(g, 1, 7, 10);`
template <class T = detail::wide_index, extent... E, class G, class L, class H, class... S>
constexpr auto integers(G&& g, const L& lo, const H& hi, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::drawn_integers<T, G, L, H, detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::integers_between<T>(g, detail::number_of(lo), detail::number_of(hi)), sizes...);

} // namespace random
} // namespace stria
