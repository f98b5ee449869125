// SPDX-License-Identifier: BSL-1.0
// evaluate/kept.hpp: reads elements of expressions that must be prepared.
#pragma once

#include <stria/evaluate/materialize.hpp>
#include <stria/expr/keeper.hpp>

namespace stria::detail {

template <class N>
STRIA_NOINLINE const kept_elements::elements_of<N>& kept_elements::compute(const N& n) {
  const keeper<N, true>& k = n;
  auto* const own = new elements_of<N>(eval(n));
  void* first = nullptr;
  if (__atomic_compare_exchange_n(&k.elements_, &first, own, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return *own;
  delete own; // another thread was faster
  return *static_cast<const elements_of<N>*>(first);
}

/// The sizes that limit the subscripts of an expression.
template <class N> STRIA_INLINE constexpr auto sizes_of_elements(const N& n) {
  if constexpr (is_keeper<N>)
    if !consteval {
      return kept_elements::of(n).shape();
    }
  return n.shape();
}
/// An element of a named expression. An expression that must be prepared keeps its elements.
template <class N, std::size_t R>
constexpr auto read_element(const N& n, const axis_refs<R>& refs) -> element_value<value_t<N>> {
  if constexpr (is_keeper<N>) {
    if !consteval {
      return member_access::cursor<no_hint, 0>(kept_elements::of(n), refs).item();
    }
  } else if constexpr (!N::ready::value && is_moving<N>) {
    return read_element(n.source(), n.source_refs(refs));
  }
  return member_access::cursor<no_hint, 0>(prepare(n), refs).item();
}

} // namespace stria::detail
