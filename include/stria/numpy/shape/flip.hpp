// SPDX-License-Identifier: BSL-1.0
// numpy/shape/flip.hpp: flip and rot90, which reverse and rotate axes.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

template <std::uint64_t Bits, std::size_t K> constexpr auto flip_item() {
  if constexpr (axis_set{Bits}.has(K))
    return rev();
  else
    return all;
}
template <std::uint64_t Bits, class A, std::size_t... K>
constexpr decltype(auto) flip_axes(A&& a, std::index_sequence<K...>) {
  if constexpr (sizeof...(K) == 0)
    return static_cast<A&&>(a)[ellipsis];
  else
    return static_cast<A&&>(a)[flip_item<Bits, K>()...];
}

struct flip_function : along_axes {
  template <class A, class... X> static axes_verdict<A, X...> verdict();
  template <class A, class... X> static constexpr auto run(A&& a, X...) {
    return flip_axes<make_axes<X...>(rank_of<A>).bits>(static_cast<A&&>(a),
                                                       std::make_index_sequence<rank_of<A>>());
  }
};

/// Rotates by a constant number of quarter turns, from axis X towards axis Y.
template <index K, std::size_t X, std::size_t Y, class A> constexpr auto rotated(A&& a) {
  constexpr index turns = floor_remainder(K, index{4});
  constexpr constant<static_cast<index>(X)> x{};
  constexpr constant<static_cast<index>(Y)> y{};
  if constexpr (turns == 0)
    return static_cast<A&&>(a)[ellipsis];
  else if constexpr (turns == 1)
    return flip(swapaxes(static_cast<A&&>(a), x, y), x);
  else if constexpr (turns == 2)
    return flip(static_cast<A&&>(a), x, y);
  else
    return flip(swapaxes(static_cast<A&&>(a), x, y), y);
}
/// A call of rot90() in the plane of the first two axes.
template <class A, class K> struct rotation_call {};
template <operand A, class K>
  requires(rank_of<A> >= 2 && constant_item<K>)
struct rotation_call<A, K> {
  static constexpr bool accepted = true;
  static constexpr auto run(A&& a) {
    return rotated<constant_traits<K>::value, 0, 1>(static_cast<A&&>(a));
  }
  using type = decltype(run(std::declval<A>()));
};
/// Rotates by a number of quarter turns that is known at run time. The result is a tensor.
template <std::size_t X, std::size_t Y, class A, class K> constexpr auto turned_by(A&& a, K k) {
  constexpr auto extents = [] {
    auto s = extents_of<A>;
    if (s[X] != s[Y])
      s[X] = s[Y] = extent::unknown();
    return s;
  }();
  using tensor_t = typename tensor_with<A, value_t<A>, extents>::type;
  switch (floor_remainder(static_cast<index>(k), index{4})) {
  case 1: return tensor_t(rotated<1, X, Y>(static_cast<A&&>(a)));
  case 2: return tensor_t(rotated<2, X, Y>(static_cast<A&&>(a)));
  case 3: return tensor_t(rotated<3, X, Y>(static_cast<A&&>(a)));
  default: return tensor_t(static_cast<A&&>(a)[ellipsis]);
  }
}
struct rot90_axes_verdict {
  static constexpr message text() {
    return message("stria: rot90: two axes follow the number of turns: rot90(a, 1, _0, _1)");
  }
};

} // namespace detail

/// Reverses the order of elements along axes.
///
/// \param a    operand
/// \param axes constants or axis(k) (default: all axes)
/// \returns    a view if `a` is in memory, otherwise a lazy expression, with the shape and element
///             type of `a`
/// \throws     index_error if an axis(k) does not exist, value_error if it is given twice
/// \refuses    an axis that `a` does not have, and an axis given twice
/// \complexity O(rank); nothing is copied
/// \numpy      `np.flip(a, axis)`
/// \usage      `flip(a)`, `flip(a, _0)`
/// \see        fliplr, flipud, rot90
STRIA_DECLARE(flip);

/// Rotates by quarter turns in the plane of the first two axes, from the first axis to the second.
///
/// \param a    operand of rank 2 or more
/// \param k    the number of turns (default 1): a constant, or an integer
/// \returns    for a constant, a view if `a` is in memory and otherwise a lazy expression; for an
///             integer, a tensor, computed immediately
/// \throws     nothing
/// \refuses    rank 0 and 1, and axes that `a` does not have
/// \complexity nothing is copied for a constant; O(n) for an integer
/// \numpy      `np.rot90(a, k)`
/// \usage      `rot90(a)`, `rot90(a, _3)`
/// \see        flip
template <detail::operand A, class K = constant<1>>
  requires(detail::rank_of<A> >= 2 && detail::constant_item<K>)
constexpr auto rot90(A&& a, K = {})
    STRIA_RUN_OR_REFUSE((detail::rotation_call<A, K>), static_cast<A&&>(a));
STRIA_BORROWING((detail::tensor_operand S, detail::constant_item K = constant<1>,
                 class A = detail::lvalue_t<S>),
                rot90, (S & a STRIA_LIFETIMEBOUND, K = {}), (detail::rotation_call<A, K>), a);
/// Rotates by a number of quarter turns that is known at run time. The result is a tensor, computed
/// immediately.
template <detail::operand A, std::integral K>
  requires(detail::rank_of<A> >= 2 && !detail::constant_item<K>)
constexpr auto rot90(A&& a, K k) {
  return detail::turned_by<0, 1>(static_cast<A&&>(a), k);
}
/// Rotates by quarter turns from axis x towards axis y, all constants: `rot90(a, _1, _1, _2)`.
/// NumPy: `np.rot90(a, 1, (1, 2))`.
template <detail::operand A, class K, class X, class Y>
  requires(detail::axes_verdict<A, X, Y>::accepted && detail::constant_item<K>)
constexpr auto rot90(A&& a, K, X, Y) {
  return detail::rotated<detail::constant_traits<K>::value, detail::axis_of<A, X>,
                         detail::axis_of<A, Y>>(static_cast<A&&>(a));
}
/// Rotates from axis x towards axis y by a number of quarter turns that is known at run time.
template <detail::operand A, std::integral K, class X, class Y>
  requires(detail::axes_verdict<A, X, Y>::accepted && !detail::constant_item<K>)
constexpr auto rot90(A&& a, K k, X, Y) {
  return detail::turned_by<detail::axis_of<A, X>, detail::axis_of<A, Y>>(static_cast<A&&>(a), k);
}
template <detail::operand A, class K, class X, class Y>
auto rot90(A&&, K, X, Y) -> detail::refusal_where<detail::refuses<detail::axes_verdict<A, X, Y>, A>,
                                                  detail::axes_verdict<A, X, Y>>;
STRIA_FOREIGN_BECAUSE(rot90, detail::rot90_axes_verdict, detail::ours, detail::whatever,
                      detail::whatever);

template <detail::operand A, class... K>
  requires(sizeof...(K) < 2)
auto rot90(A&&, K...) -> detail::refusal_where<
    (detail::rank_if_operand<A> < 2),
    detail::rank_verdict<"rot90 rotates two axes of an operand of rank 2 or more", A>>;
STRIA_FOREIGN_FIRST(rot90);
STRIA_NOT_INTEGER_SECOND(rot90);

} // namespace stria
