// SPDX-License-Identifier: BSL-1.0
// assign/noalias.hpp: assignment without the check for overlap.
#pragma once

#include <stria/assign/assign.hpp>

namespace stria {
namespace detail {

/// An assignment without the check for overlap.
template <class Op, class Target, class E> struct unchecked : assigned<Op, Target, E> {
  template <class T, class U> static constexpr decltype(auto) run(T& target, const U& e) {
    return assigned<Op, Target, E>::template run<false>(target, e);
  }
  template <class T, class U> static void ask(T& target, const U& e, chosen_route& found) {
    assigned<Op, Target, E>::template ask<false>(target, e, found);
  }
};

#define STRIA_NOALIAS_ASSIGNMENT(op, kind)                                                         \
  template <class E>                                                                               \
  constexpr auto operator op(E&& e) STRIA_RUN_OR_REFUSE((unchecked<kind, Target, E>), target_, e); \
  template <class U = in_braces>                                                                   \
  auto operator op(std::initializer_list<std::type_identity_t<U>>)                                 \
      ->refusal_where<sizeof(U*) != 0, compound_braces_verdict>

/// A target whose assignments rely on the caller's guarantee that nothing overlaps.
template <class Target, class Hold> class noalias_target {
  Hold target_;

public:
  constexpr explicit noalias_target(Hold target) : target_(target) {}

  STRIA_NOALIAS_ASSIGNMENT(=, assign_op);
  STRIA_NOALIAS_ASSIGNMENT(+=, update_op<add_fn>);
  STRIA_NOALIAS_ASSIGNMENT(-=, update_op<subtract_fn>);
  STRIA_NOALIAS_ASSIGNMENT(*=, update_op<multiply_fn>);
  STRIA_NOALIAS_ASSIGNMENT(/=, update_op<divide_fn>);
  STRIA_NOALIAS_ASSIGNMENT(%=, update_op<modulo_fn>);
  STRIA_NOALIAS_ASSIGNMENT(&=, update_op<bit_and_fn>);
  STRIA_NOALIAS_ASSIGNMENT(|=, update_op<bit_or_fn>);
  STRIA_NOALIAS_ASSIGNMENT(^=, update_op<bit_xor_fn>);
  STRIA_NOALIAS_ASSIGNMENT(<<=, update_op<shift_left_fn>);
  STRIA_NOALIAS_ASSIGNMENT(>>=, update_op<shift_right_fn>);

  friend constexpr Target& target_of(noalias_target& t) { return t.target_; }
};

#undef STRIA_NOALIAS_ASSIGNMENT

struct noalias_verdict {
  static constexpr message text() {
    return message(
        "stria: noalias takes a tensor or a view that can be written, as in noalias(r) = a + b; "
        "this is const, a temporary, an expression or a selection by an index array");
  }
};
/// Writable memory: an lvalue tensor that is not const, or a view.
template <class A>
concept noalias_operand = view_operand<A> || is_view_elsewhere<std::remove_cvref_t<A>> ||
                          (owns_memory<std::remove_cvref_t<A>> && std::is_lvalue_reference_v<A> &&
                           !std::is_const_v<std::remove_reference_t<A>>);

} // namespace detail

/// Marks a target that does not overlap the right side, so that the check for overlap is skipped.
///
/// The caller guarantees that the right side reads no element after it was written. If the
/// guarantee is violated, the values are wrong, but no access is out of bounds.
///
/// \param t     a tensor (not const) or a view
/// \returns     an object that supports `=` and all compound assignments
/// \refuses     const tensors, temporaries, expressions and selections by index arrays, and braces
///              on the right side
/// \complexity  saves the check, and the temporary if the check cannot rule out overlap
/// \numpy       none
/// \usage       `noalias(c) = a + b;`
template <detail::tensor_operand T>
  requires(!std::is_const_v<T>)
constexpr auto noalias(T& t STRIA_LIFETIMEBOUND) {
  return detail::noalias_target<T, T&>(t);
}
/// The same for a view.
template <detail::view_operand V> constexpr auto noalias(V v) {
  return detail::noalias_target<V, V>(v);
}
template <detail::operand A>
  requires(!detail::noalias_operand<A>)
auto noalias(A&&) -> detail::refusal_where<!detail::noalias_operand<A>, detail::noalias_verdict>;

} // namespace stria
