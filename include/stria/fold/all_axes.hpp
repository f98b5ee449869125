// SPDX-License-Identifier: BSL-1.0
// fold/all_axes.hpp: reductions over all axes, which are computed immediately and return an
// element.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/tensor/hold.hpp>
#include <stria/tensor/prepare.hpp>

namespace stria::detail {

/// The element of an operand of rank 0.
template <class N>
STRIA_INLINE constexpr element_value<typename N::value_type> single_element(const N& n) {
  return
      typename N::value_type(member_access::cursor<no_hint, 0>(prepare(n), axis_refs<0>()).item());
}

/// True if a reduction of E over these axes gives one element. With keepdims, or over only some of
/// the axes, the reduction is a node.
template <class E> constexpr bool gives_element(const axis_set& axes) {
  return axes.fault == axes_fault::none && !axes.keep && axes.all(rank_of<E>);
}

/// How a reduction holds an argument of type E&&. A reduction that is computed immediately refers
/// to temporaries, too, because they outlive the call. A copy of an expression such as a * b would
/// take longer than the sum of 8 elements.
template <bool AtOnce, class E> struct hold_to_reduce {
  using type = hold_t<E>;
};
template <class E> struct hold_to_reduce<true, E> {
  using type = const std::remove_cvref_t<E>&;
};
template <tensor_operand E> struct hold_to_reduce<true, E> {
  using type = ref<std::remove_cvref_t<E>>;
};

/// The element of a reduction with the node type Node.
template <class Node> struct element_call {
  static constexpr bool accepted = true;
  using type = element_value<typename Node::value_type>;
  template <class... A> STRIA_INLINE static constexpr type run(A&&... a) {
    return single_element(Node(static_cast<A&&>(a)...));
  }
};

/// The verdict about a reduction with the node type Node, whose arguments Verdict has judged. An
/// operand for which the element is not computed has a specialisation (grad/statement.hpp).
template <class Node, class Verdict, class E> struct element_verdict {
  static constexpr bool accepted = true;
};

/// The result of a reduction call with the node type Node: the node, or its element.
template <bool AtOnce, class Verdict, class Node>
using reduction_call =
    judged_call<Verdict, std::conditional_t<AtOnce, element_call<Node>, constructing_call<Node>>>;

} // namespace stria::detail
