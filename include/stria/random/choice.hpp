// SPDX-License-Identifier: BSL-1.0
// random/choice.hpp: choice, which draws elements or slices with or without replacement.
// Tests: tests/random/draws.cpp.
#pragma once

#include <stria/numpy/order/search_loops.hpp>
#include <stria/numpy/order/sort_loops.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/random/draw.hpp>

namespace stria {

namespace random {

/// Whether choice() may draw an element again.
///
/// \numpy        `replace=False`
/// \usage        `random::choice(g, a, 5, random::replace(false))`
struct replace {
  bool value;
  constexpr explicit replace(bool may_repeat) : value(may_repeat) {}
};
/// Another way to write replace(false).
///
/// \numpy        `replace=False`
/// \usage        `random::choice(g, a, 5, random::without_replacement)`
inline constexpr replace without_replacement{false};

} // namespace random

namespace detail {

template <class A> struct choice_verdict {
  static constexpr bool accepted = [] {
    if constexpr (operand<A>)
      return rank_of<A> > 0;
    else
      return size_item<A>;
  }();
  static constexpr message text() {
    return message("stria: random::choice: the second argument must be a tensor or an expression "
                   "of rank 1 or more, or an integer n for 0, 1, ..., n - 1");
  }
};

template <class G, class A, class... S>
using drawn_places =
    drawn<"random::choice", G, choice_verdict<A>, index, asked_shape<shape_of<>(), S...>>;

template <class G> struct set_places {
  G& g;
  std::uint64_t count;
  constexpr void operator()(auto& t) const {
    if (count == 0 && t.size() > 0)
      raise_fault("random::choice", "there are no elements to choose from");
    for (index& place : t.storage())
      place = static_cast<index>(draw_below(g, count));
  }
};

/// The elements at random positions of A. If A is an integer type, the positions themselves.
template <class Places, class A> struct chosen : Places {};
template <class Places, operand A>
  requires(Places::accepted)
struct chosen<Places, A> {
  using type = value_tensor<decltype(take(std::declval<const A&>(),
                                          std::declval<const typename Places::type&>(), _0))>;
  static constexpr bool accepted = true;
  template <class G, class... S> static constexpr type run(G& g, const A& a, const S&... sizes) {
    const auto count = static_cast<std::uint64_t>(a.shape()[0]);
    return eval(take(a, Places::run(set_places<G>{g, count}, sizes...), _0));
  }
};

// --- probabilities, and no replacement ---

/// The replace option, as replace(...) or as a bool.
template <class S>
inline constexpr bool is_replace = std::same_as<S, random::replace> || std::same_as<S, bool>;
template <class S>
concept choice_option = operand<S> || is_replace<S>;

/// The probabilities as doubles. Throws shape_error or value_error.
template <class P> constexpr auto checked_probabilities(const P& p, index count) {
  tensor<dependent_t<P, double>, dyn> values = eval(cast<double>(p));
  if (values.size() != count)
    raise<shape_error>(message("stria: random::choice: ")
                       << values.size() << " probabilities for " << count << " elements");
  strict sum = 0.0;
  for (const double x : values.storage()) {
    if (!is_probability(x))
      raise_fault("random::choice", "the probabilities must be from 0 to 1");
    sum = sum + x;
  }
  if (count > 0 && absolute(sum - 1.0) > 0x1p-26)
    raise_fault("random::choice", "the sum of the probabilities is not 1");
  return values;
}

/// Draws positions, with or without probabilities, with or without replacement.
template <class G> struct set_chosen_places {
  G& g;
  index count;
  const tensor<dependent_t<G, double>, dyn>* probabilities; // may be null
  bool again;

  constexpr void operator()(auto& t) const {
    if (t.size() == 0)
      return;
    if (count <= 0)
      raise_fault("random::choice", "there are no elements to choose from");
    if (!again && t.size() > count)
      raise<value_error>(message("stria: random::choice: ")
                         << "cannot draw " << t.size() << " of " << count
                         << " elements without replacement");
    if (probabilities == nullptr)
      again ? set_places<G>{g, static_cast<std::uint64_t>(count)}(t) : choose_once(t);
    else
      again ? choose_by_sum(t) : choose_by_race(t);
  }

private:
  /// Does the first steps of a shuffle of 0, 1, ..., count - 1.
  constexpr void choose_once(auto& t) const {
    if (t.size() < count / 16)
      return choose_few(t);
    tensor<dependent_t<G, index>, dyn> places({count}, uninitialized_t{});
    for (index i = 0; i < count; ++i)
      places.data()[i] = i;
    for (index i = 0; i < t.size(); ++i) {
      const auto k = static_cast<index>(draw_below(g, static_cast<std::uint64_t>(count - i)));
      t.data()[i] = places.data()[i + k];
      places.data()[i + k] = places.data()[i];
    }
  }
  /// Makes the same draws with little memory: a hash table holds only the positions that the
  /// shuffle moves.
  constexpr void choose_few(auto& t) const {
    std::uint64_t room = 16;
    while (room / 4 < static_cast<std::uint64_t>(t.size()))
      room *= 2;
    tensor<dependent_t<G, index>, dyn> keys({static_cast<index>(room)}, uninitialized_t{}),
        values({static_cast<index>(room)}, uninitialized_t{});
    for (index& key : keys.storage())
      key = -1;
    // The slot of position k, existing or new.
    const auto slot = [&](index k) {
      std::uint64_t s =
          high_word(wide_product(static_cast<std::uint64_t>(k) * 0x9E3779B97F4A7C15, room));
      while (keys.data()[s] != -1 && keys.data()[s] != k)
        s = (s + 1) % room;
      return s;
    };
    const auto at = [&](index k) {
      const std::uint64_t s = slot(k);
      return keys.data()[s] == k ? values.data()[s] : k;
    };
    for (index i = 0; i < t.size(); ++i) {
      const index k = i + static_cast<index>(draw_below(g, static_cast<std::uint64_t>(count - i)));
      t.data()[i] = at(k);
      const index moved = at(i);
      const std::uint64_t s = slot(k);
      keys.data()[s] = k;
      values.data()[s] = moved;
    }
  }
  /// Looks up uniform numbers in the running sums of the probabilities. The result has the same
  /// bits as in NumPy.
  constexpr void choose_by_sum(auto& t) const {
    tensor<dependent_t<G, double>, dyn> sums({count}, uninitialized_t{});
    strict sum = 0.0;
    for (index i = 0; i < count; ++i) {
      sum = sum + probabilities->data()[i];
      sums.data()[i] = sum.value;
    }
    for (double& x : sums.storage())
      x = (strict(x) / sum).value;
    for (index& place : t.storage())
      place = lower_place<true>(sums.data(), count, draw_fraction<double>(g));
  }
  /// Draws an exponentially distributed number for each element, with the probability as its rate.
  /// The elements with the smallest numbers, in ascending order, have the distribution of draws
  /// without replacement. From P. S. Efraimidis, P. G. Spirakis: Weighted Random Sampling with a
  /// Reservoir (2006).
  constexpr void choose_by_race(auto& t) const {
    const double* const p = probabilities->data();
    index running = 0;
    for (index i = 0; i < count; ++i)
      running += p[i] > 0 ? 1 : 0;
    if (running < t.size())
      raise<value_error>(message("stria: random::choice: ")
                         << "cannot draw " << t.size() << " elements without replacement; only "
                         << running << " have a probability above 0");
    tensor<dependent_t<G, double>, dyn> times({count}, uninitialized_t{});
    tensor<dependent_t<G, index>, dyn> places({running}, uninitialized_t{}),
        other({running}, uninitialized_t{});
    running = 0;
    for (index i = 0; i < count; ++i)
      if (p[i] > 0) {
        times.data()[i] = (draw_exponential(g) / p[i]).value;
        places.data()[running++] = i;
      }
    const auto earlier = [&](index x, index y) {
      const double a = times.data()[x], b = times.data()[y];
      return a < b || (!(b < a) && x < y);
    };
    if (t.size() < running)
      select_nth(places.data(), other.data(), running, t.size() - 1, earlier);
    merge_sort(places.data(), other.data(), t.size(), earlier);
    for (index i = 0; i < t.size(); ++i)
      t.data()[i] = places.data()[i];
  }
};

/// A tuple of an argument of choice() if it is a size, or an empty tuple if it is an option.
template <class S> constexpr auto size_or_nothing(const S& s) {
  if constexpr (choice_option<S>)
    return std::tuple<>();
  else
    return std::tuple<S>(s);
}
template <class... S>
using sizes_among = decltype(std::tuple_cat(size_or_nothing(std::declval<const S&>())...));

template <class... S> struct options_verdict {
  static constexpr bool accepted = (0 + ... + (operand<S> ? 1 : 0)) <= 1 &&
                                   (0 + ... + (is_replace<S> ? 1 : 0)) <= 1 &&
                                   ((!operand<S> || real_operand<S, 1>) && ...);
  static constexpr message text() {
    return message("stria: random::choice: besides sizes it accepts one tensor of probabilities, "
                   "of rank 1, and one replace(false)");
  }
};

template <class A, class Sizes> struct chosen_by_options;
template <class A, class... Z> struct chosen_by_options<A, std::tuple<Z...>> {
  template <class G> using places = drawn_places<G, A, Z...>;
};

template <class Places, class G, class A, class... S> struct options_call : Places {};
template <class Places, class G, class A, class... S>
  requires(Places::accepted)
struct options_call<Places, G, A, S...> {
  using type = typename chosen<Places, A>::type;
  static constexpr bool accepted = true;
  static constexpr type run(G& g, const A& a, const S&... options) {
    const index count = [&] {
      if constexpr (operand<A>)
        return index{a.shape()[0]};
      else
        return to_index(number_of(a));
    }();
    bool again = true;
    tensor<dependent_t<G, double>, dyn> probabilities(0);
    bool weighted = false;
    const auto look_at = [&](const auto& option) {
      using option_type = std::remove_cvref_t<decltype(option)>;
      if constexpr (operand<option_type>) {
        probabilities = checked_probabilities(option, count);
        weighted = true;
      } else if constexpr (std::same_as<option_type, bool>) {
        again = option;
      } else if constexpr (is_replace<option_type>) {
        again = option.value;
      }
    };
    (look_at(options), ...);
    const set_chosen_places<G> set{g, count, weighted ? &probabilities : nullptr, again};
    return std::apply(
        [&](const auto&... sizes) -> type {
          if constexpr (operand<A>)
            return eval(take(a, Places::run(set, sizes...), _0));
          else
            return Places::run(set, sizes...);
        },
        std::tuple_cat(size_or_nothing(options)...));
  }
};
template <class G, class A, class... S>
struct chosen_with_options
    : on_host<options_verdict<S...>,
              options_call<typename chosen_by_options<A, sizes_among<S...>>::template places<G>,
                           std::remove_reference_t<G>, A, S...>,
              A, S...> {};

} // namespace detail

namespace random {

/// Draws elements of an operand, or slices along axis 0.
///
/// \param g      an engine: a generator, or one of <random>
/// \param a      an operand of rank 1 or more; or an integer n, for 0, 1, ..., n - 1
/// \param sizes  sizes as in zeros(), and options in any order: probabilities of the elements as an
///               operand of rank 1; `replace(false)`, `without_replacement` or `false` to draw no
///               element twice
/// \returns      a tensor with the given sizes followed by the axes of `a` after the first; for an
///               integer n, its elements are of type index
/// \throws       value_error if a size is negative, if there are too few elements, if a probability
///               is not from 0 to 1, or if the probabilities do not add up to 1; shape_error if
///               there is not one probability per element
/// \refuses      other second arguments; a const engine
/// \complexity   O(elements drawn); without replacement or with probabilities up to O(n) more for n
///               elements to draw from; with probabilities O(log n) for each element drawn
/// \numpy        `rng.choice(a, size, replace, p)`; with probabilities and replacement, the result
///               has the same bits
/// \usage        `random::choice(g, a, 5)`, `random::choice(g, 9, 5, random::without_replacement)`
template <class G, class A, class... S>
constexpr auto choice(G&& g, const A& a, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::judged_call<detail::host_only_verdict<A>,
                                             detail::chosen<detail::drawn_places<G, A, S...>, A>>),
                        g, a, sizes...);

/// Draws with options, or from 0, 1, ..., n - 1.
template <class G, class A, class... S>
  requires(detail::size_item<A> || (detail::choice_option<S> || ...))
constexpr auto choice(G&& g, const A& a, const S&... options)
    STRIA_RUN_OR_REFUSE((detail::chosen_with_options<G, A, S...>), g, a, options...);

} // namespace random
} // namespace stria
