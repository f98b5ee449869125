// SPDX-License-Identifier: BSL-1.0
// random/shuffle.hpp: random orders of elements and slices: permutation, shuffle, permuted.
// Tests: tests/random/draws.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/random/draw.hpp>

namespace stria {

namespace detail {

template <class N> struct permutation_verdict {
  static constexpr bool accepted = size_item<N>;
  static constexpr message text() {
    return message("stria: random::permutation: the second argument must be a number of elements, "
                   "an integer or a constant (_3, 12_c), or a tensor or an expression to be "
                   "permuted");
  }
};

template <class G> struct set_permutation {
  G& g;
  constexpr void operator()(auto& t) const {
    index* const p = t.data();
    const index size = t.size();
    for (index i = 0; i < size; ++i) {
      const auto k = static_cast<index>(draw_below(g, static_cast<std::uint64_t>(i) + 1));
      p[i] = p[k];
      p[k] = i;
    }
  }
};

template <class G, class N>
using drawn_permutation =
    drawn<"random::permutation", G, permutation_verdict<N>, index, asked_shape<shape_of<>(), N>>;

template <fixed_string Name, class A, class... Axis> struct shuffle_verdict {
  static constexpr bool accepted = [] {
    if constexpr (!operand<A> || sizeof...(Axis) > 1)
      return false;
    else if constexpr (rank_of<A> == 0)
      return false;
    else
      return axes_verdict<A, Axis...>::accepted && (constant_item<Axis> && ...);
  }();
  static constexpr message text() {
    if constexpr (!operand<A> || sizeof...(Axis) > 1)
      return message("stria: ") << Name.view()
                                << ": the second argument must be a tensor or an expression; an "
                                   "axis, a constant, may follow";
    else if constexpr (rank_of<A> == 0)
      return message("stria: ") << Name.view() << ": the operand has no axis";
    else
      return axes_verdict<A, Axis...>::accepted
                 ? message("stria: an axis must be a constant: write _0, -_1 or 12_c")
                 : axes_verdict<A, Axis...>::text();
  }
};

/// The slices of an operand along an axis in random order, as a tensor.
template <class G, class A, class Axis> constexpr auto permute_slices(G& g, const A& a, Axis axis) {
  const auto order =
      maker<"random::permutation", index, asked_shape<shape_of<>(), dependent_t<G, index>>>::run(
          set_permutation<G>{g}, a.shape()[axis_of<A, Axis>]);
  return eval(take(a, order, axis));
}

template <class G, class A, class Axis> struct permutation_call {
  static constexpr bool accepted = true;
  using type = value_tensor<A>;
  static constexpr type run(G& g, const A& a, Axis axis) {
    type t = permute_slices(g, a, axis);
    return t;
  }
};
template <class G, class A, class Axis>
struct drawn_order : on_host<shuffle_verdict<"random::permutation", A, Axis>,
                             permutation_call<std::remove_reference_t<G>, A, Axis>, A> {};
template <class G, class A, class Axis>
  requires(!bit_generator<std::remove_reference_t<G>>)
struct drawn_order<G, A, Axis> : refused_call<engine_verdict<"random::permutation", G>> {};

// --- shuffle ---

/// A tensor or a view whose elements may be written.
template <class A>
concept shuffle_target =
    operand<A> &&
    ((lvalue_tensor<A> && !std::is_const_v<std::remove_reference_t<A>>) ||
     (view_operand<A> &&
      !std::is_const_v<
          std::remove_pointer_t<decltype(std::declval<const std::remove_cvref_t<A>&>().data())>>));
template <class A, class Axis> struct shuffle_target_verdict {
  using order = shuffle_verdict<"random::shuffle", A, Axis>;
  static constexpr bool target = shuffle_target<A>;
  static constexpr bool accepted = order::accepted && target;
  static constexpr message text() {
    return target ? order::text()
                  : message("stria: random::shuffle: the target must be a named tensor (an lvalue) "
                            "or a view, and not const; permutation(g, e) gives a tensor");
  }
};
template <class G, class A, class Axis> struct shuffle_call {
  static constexpr bool accepted = true;
  using type = void;
  static constexpr void run(G& g, std::remove_reference_t<A>& a, Axis axis) {
    if constexpr (view_operand<A>) {
      auto target = a; // a view of the same elements, and not const
      target = permute_slices(g, a, axis);
    } else {
      a = permute_slices(g, a, axis);
    }
  }
};
template <class G, class A, class Axis>
struct shuffled : on_host<shuffle_target_verdict<A, Axis>,
                          shuffle_call<std::remove_reference_t<G>, A, Axis>, A> {};
template <class G, class A, class Axis>
  requires(!bit_generator<std::remove_reference_t<G>>)
struct shuffled<G, A, Axis> : refused_call<engine_verdict<"random::shuffle", G>> {};

// --- permuted ---

template <class G, class A, class... Axis> struct permuted_call {
  static constexpr bool accepted = true;
  using type = value_tensor<A>;
  static constexpr type run(G& g, const A& a, Axis... axes) {
    type t = eval(a);
    if (t.size() == 0)
      return t;
    index outer = 1, length = t.size(), inner = 1;
    if constexpr (sizeof...(Axis) > 0) {
      constexpr std::size_t axis = (axis_of<A, Axis>, ...);
      (static_cast<void>(axes), ...);
      length = t.shape()[axis];
      for (std::size_t k = axis + 1; k < rank_of<A>; ++k)
        inner = multiply_or_raise("random::permuted", inner, t.shape()[k]);
      outer = t.size() / length / inner;
    }
    for (index o = 0; o < outer; ++o)
      for (index i = 0; i < inner; ++i) {
        auto* const row = t.data() + o * (t.size() / outer) + i;
        for (index k = 1; k < length; ++k) {
          const auto j = static_cast<index>(draw_below(g, static_cast<std::uint64_t>(k) + 1));
          if (j != k)
            std::swap(row[k * inner], row[j * inner]);
        }
      }
    return t;
  }
};
template <class G, class A, class... Axis>
struct permuted_result : on_host<shuffle_verdict<"random::permuted", A, Axis...>,
                                 permuted_call<std::remove_reference_t<G>, A, Axis...>, A> {};
template <class G, class A, class... Axis>
  requires(!bit_generator<std::remove_reference_t<G>>)
struct permuted_result<G, A, Axis...> : refused_call<engine_verdict<"random::permuted", G>> {};

} // namespace detail

namespace random {

/// Draws a random order of 0, 1, ..., n - 1, or of the slices of an operand.
///
/// \param g      an engine: a generator, or one of <random>
/// \param n      the number of elements, a constant or an integer; or an operand of rank 1 or more
/// \param axis   for an operand: the axis of the slices, a constant or `axis(k)` (default: axis 0)
/// \returns      tensor [n] of index, every order equally likely; or a tensor of the shape and
///               element type of the operand
/// \throws       value_error if n is negative; index_error if an axis(k) does not exist
/// \refuses      other second arguments, an axis that does not exist, a const engine
/// \complexity   O(n)
/// \numpy        `rng.permutation(n)`, `rng.permutation(a, axis=axis)`
/// \usage        `a[random::permutation(g, a.extent(0))]`, `random::permutation(g, a, _1)`
template <class G, class N>
  requires(!detail::operand<N>)
constexpr auto permutation(G&& g, const N& n)
    STRIA_RUN_OR_REFUSE((detail::drawn_permutation<G, N>), detail::set_permutation<G>{g}, n);

/// Copies an operand with its slices along an axis in random order.
template <class G, detail::operand A, class Axis = constant<0>>
constexpr auto permutation(G&& g, const A& a, Axis axis = {})
    STRIA_RUN_OR_REFUSE((detail::drawn_order<G, A, Axis>), g, a, axis);

/// Copies an operand with its slices in random order, along an axis known only at run time.
template <class G, detail::operand_with_axes A>
constexpr auto permutation(G&& g, const A& a, stria::axis k) {
  return detail::call_at<detail::rank_of<A>>(k, [&](auto x) { return permutation(g, a, x); });
}

/// Puts the slices along an axis in random order, in place.
///
/// \param g      an engine: a generator, or one of <random>
/// \param a      a named tensor or a view
/// \param axis   the axis of the slices, a constant or `axis(k)` (default: axis 0)
/// \returns      nothing
/// \throws       index_error if an axis(k) does not exist
/// \refuses      a const or temporary target, an axis that does not exist, a const engine
/// \complexity   O(size of a); allocates a copy
/// \numpy        `rng.shuffle(a, axis=axis)`
/// \usage        `random::shuffle(g, a)`, `random::shuffle(g, a[_, 1])`
template <class G, class A, class Axis = constant<0>>
constexpr auto shuffle(G&& g, A&& a, Axis axis = {})
    STRIA_RUN_OR_REFUSE((detail::shuffled<G, A, Axis>), g, a, axis);

/// Puts the slices in random order, in place, along an axis known only at run time.
template <class G, detail::operand_with_axes A>
  requires detail::shuffle_target<A>
constexpr void shuffle(G&& g, A&& a, stria::axis k) {
  shuffle(g, detail::reorder(static_cast<A&&>(a), detail::first_order<A>(k)));
}

/// Copies an operand with the elements of each row along an axis in an independent random order.
///
/// \param g      an engine: a generator, or one of <random>
/// \param a      an operand of rank 1 or more
/// \param axis   a constant or `axis(k)`; without an axis, all elements are permuted
/// \returns      tensor of the shape and element type of `a`
/// \throws       index_error if an axis(k) does not exist
/// \refuses      an axis that does not exist, a const engine
/// \complexity   O(size of a); allocates the result
/// \numpy        `rng.permuted(a, axis=axis)`
/// \usage        `random::permuted(g, a, _1)`
template <class G, class A, class... Axis>
constexpr auto permuted(G&& g, const A& a, Axis... axis)
    STRIA_RUN_OR_REFUSE((detail::permuted_result<G, A, Axis...>), g, a, axis...);
/// Permutes the elements of each row independently, along an axis known only at run time.
template <class G, detail::operand_with_axes A>
constexpr auto permuted(G&& g, const A& a, stria::axis k) {
  return detail::call_at<detail::rank_of<A>>(k, [&](auto x) { return permuted(g, a, x); });
}

} // namespace random
} // namespace stria
