// SPDX-License-Identifier: BSL-1.0
// fold/all_axes.hpp: a reduction over all axes is computed at once and returns its element.
#pragma once

#include <stria/args/axes.hpp>
#include <stria/view/hold.hpp>
#include <stria/view/prepare.hpp>

namespace stria::detail {

/// The element of an operand of rank 0.
template <class N> STRIA_INLINE constexpr typename N::value_type single_element(const N& n) {
  return typename N::value_type(prepare(n).template cursor<no_hint, 0>({}).item());
}

/// A reduction of E over these axes is one element. With keepdims it stays a node, as it does over
/// some axes.
template <class E> constexpr bool gives_element(const axis_set& axes) {
  return axes.fault == axes_fault::none && !axes.keep && axes.all(rank_of<E>);
}

/// How a reduction holds an argument of type E&&. One that is computed at once does not outlive the
/// call, so it refers to temporaries too: a copy of a * b takes longer than the sum of 8 elements.
template <bool AtOnce, class E> struct hold_to_reduce {
  using type = hold_t<E>;
};
template <class E> struct hold_to_reduce<true, E> {
  using type = const std::remove_cvref_t<E>&;
};
template <tensor_operand E> struct hold_to_reduce<true, E> {
  using type = ref<std::remove_cvref_t<E>>;
};

/// The element of a reduction whose node has the type Node.
template <class Node> struct element_call {
  static constexpr bool accepted = true;
  using type = typename Node::value_type;
  template <class... A> STRIA_INLINE static constexpr type run(A&&... a) {
    return single_element(Node(static_cast<A&&>(a)...));
  }
};

/// The call of a reduction whose node has the type Node: the node, or its element.
template <bool AtOnce, class Verdict, class Node>
using reduction_call =
    judged_call<Verdict, std::conditional_t<AtOnce, element_call<Node>, constructing_call<Node>>>;

} // namespace stria::detail
