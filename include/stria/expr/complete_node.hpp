// SPDX-License-Identifier: BSL-1.0
// expr/complete_node.hpp: the concept of a node that implements the whole node protocol.
// Tests: tests/expr/protocol.cpp.
#pragma once

#include <stria/expr/node.hpp>

namespace stria::detail {

/// Always false. If a concept that contains it is not satisfied, the compiler prints the text.
template <fixed_string> inline constexpr bool because = false;

template <class N>
concept says_shape = requires(const N& n) {
  { n.shape() } -> std::convertible_to<std::array<index, rank_of<N>>>;
};

template <class N>
concept lists_operands = requires(const N& n) { n.operands(count_operands{}); };

template <class N, class... O>
concept takes_operands = requires(const N& n, const O&... o) { n.over(o...); };
/// A callable that is passed to operands(). Its result is true if over() can be called with the
/// operands of N itself.
template <class N> struct asks_over {
  template <class... O>
  constexpr std::bool_constant<takes_operands<N, O...>> operator()(const O&...) const {
    return {};
  }
};
template <class N>
concept can_be_rebuilt =
    lists_operands<N> && decltype(std::declval<const N&>().operands(asks_over<N>()))::value;

template <class N, std::size_t K, class O>
concept needs_region = requires(const N& n, const region<rank_of<N>>& of_result) {
  { n.template needed<K>(of_result) } -> std::same_as<region<rank_of<O>>>;
};
template <class N, class Seq, class... O> inline constexpr bool needs_regions = false;
template <class N, std::size_t... K, class... O>
inline constexpr bool needs_regions<N, std::index_sequence<K...>, O...> =
    (needs_region<N, K, O> && ...);
template <class N> struct asks_needed {
  template <class... O>
  constexpr std::bool_constant<needs_regions<N, std::index_sequence_for<O...>, O...>>
  operator()(const O&...) const {
    return {};
  }
};
template <class N>
concept says_needs =
    lists_operands<N> && decltype(std::declval<const N&>().operands(asks_needed<N>()))::value;

template <class N>
concept is_walked = N::ready::value && requires(const N& n, const axis_refs<rank_of<N>>& refs) {
  n.template cursor<no_hint, rank_of<N>>(refs);
};
template <class N>
concept is_prepared = !N::ready::value && requires(const N& n) { n.prepared(); };

/// A node that implements the whole protocol.
template <class N>
concept complete_node =
    (says_shape<N> || because<"stria: shape() is an array of the sizes">) &&
    (lists_operands<N> || because<"stria: operands(f) returns f(operand...)">) &&
    (can_be_rebuilt<N> || because<"stria: over(operand...) is the node over others">) &&
    (says_needs<N> || because<"stria: needed<K>(region) is a region of operand K">) &&
    (is_walked<N> || is_prepared<N> ||
     because<"stria: a ready node has a cursor(), others prepared()">);

} // namespace stria::detail
