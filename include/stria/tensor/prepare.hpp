// SPDX-License-Identifier: BSL-1.0
// tensor/prepare.hpp: prepares operands: computes everything that must be computed before a loop.
// Tests: tests/evaluate/kept.cpp.
#pragma once

#include <stria/tensor/hold.hpp>

namespace stria::detail {

/// The prepared operand. If nothing must be computed, it is the operand itself, by reference.
template <class N> STRIA_INLINE constexpr decltype(auto) prepare(const N& n) {
  if constexpr (N::ready::value)
    return (n);
  else
    return n.prepared();
}
/// Prepares the source of an assignment. Only the loops of an assignment can wrap round at the end
/// of an axis, as the prepared form of roll() requires.
template <class N> constexpr decltype(auto) prepare_to_loop(const N& n) {
  if constexpr (member_access::wraps<N>)
    return n.prepared_to_loop();
  else if constexpr (N::ready::value) // instantiates less than prepare()
    return (n);
  else
    return prepare(n);
}
/// True for an operand with prepared_whole(), whose result can only be stored as a whole into a
/// tensor with elements of type T. That result is cheaper than the result of prepared(), or has no
/// cursor.
template <class N, class T> inline constexpr bool stores_whole = false;
template <class N> struct whole_values {
  static constexpr decltype(auto) run(const N& n) { return n.prepared_whole(); }
};
/// Prepares a source that is only stored into a tensor with elements of type T. Some operands can
/// store themselves as a whole; their prepared form may have no cursor.
template <class T, class N> constexpr decltype(auto) prepare_to_store(const N& n) {
  if constexpr (stores_whole<N, T>)
    return whole_values<N>::run(n);
  else if constexpr (N::ready::value && !member_access::wraps<N>)
    return (n);
  else
    return prepare_to_loop(n);
}
template <class N> STRIA_INLINE constexpr auto prepare_part(const N& n) {
  if constexpr (!N::ready::value)
    return n.prepared();
  else if constexpr (is_ref<N> || rank_of<N> == 0)
    return n;
  else
    return ref<N>(n);
}

} // namespace stria::detail
