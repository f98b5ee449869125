// SPDX-License-Identifier: BSL-1.0
// evaluate/line.hpp: stores expressions of tensors of one rank: a few elements in a single loop,
// others by a function that all such expressions share.
#pragma once

#include <stria/evaluate/materialize.hpp>
#include <stria/evaluate/nest/run_store.hpp>
#include <stria/expr/map.hpp>
#include <stria/tensor/tensor.hpp>

namespace stria::detail {

/// True if E consists of tensors with the rank of the target, a tensor or a view. If their shapes
/// are also equal, the elements of E form a line.
template <class E, class Target>
concept forms_line = operand<E> && !tensor_operand<E> && is_number<value_t<Target>> &&
                     member_access::in_line<E> && rank_of<E> == rank_of<Target>;
/// The same for a target that is a tensor, so that it does not share memory with E.
template <class E, class Target>
concept line_possible = forms_line<E, Target> && tensor_operand<Target>;

/// A store of an expression of tensors, views and numbers without its type, into loops of the sizes
/// n: for each operand, the address of its first element and a step for each loop. Operand 0 is the
/// target.
struct listed_store {
  const store_code& code;
  const std::byte* const* at;
  const index *steps, *n;
  const void* program;
};

/// True for tensors and views, references to them, numbers, and maps of these.
template <class N> inline constexpr bool is_listed = is_scalar<N> || tensor_operand<N>;
template <class T, auto L> inline constexpr bool is_listed<view<T, L>> = true;
template <class N> inline constexpr bool is_listed<ref<N>> = is_listed<bare<N>>;
template <class N> inline constexpr bool is_listed<kept<N>> = true;
template <class F, class Seq, class... A>
inline constexpr bool is_listed<map_node<F, Seq, A...>> = (is_listed<A> && ...);

/// Lists the operands of an expression, in order, as seen from loops of the sizes n. The
/// sizes of the target and its operands are compared here.
template <std::size_t R> struct operand_lister {
  std::array<index, R> n;
  const std::byte** at;
  index* step;
  bool fits = true;   // every operand has the sizes n, or 1 along axes where it is broadcast
  bool whole = false; // an operand has the sizes n, and is not broadcast

  template <class T> STRIA_INLINE void operator()(const scalar<T>&) {}
  template <class T, extent... E> STRIA_INLINE void operator()(const tensor<T, E...>& e) {
    memory<tensor<T, E...>::layout>(e);
  }
  template <class T, auto L> STRIA_INLINE void operator()(const view<T, L>& e) { memory<L>(e); }
  template <class N> STRIA_INLINE void operator()(const ref<N>& e) { (*this)(*e.node); }
  template <class N> STRIA_INLINE void operator()(const kept<N>& e) { (*this)(e.values()); }
  template <class F, std::size_t... Ix, class... A>
  STRIA_INLINE void operator()(const map_node<F, std::index_sequence<Ix...>, A...>& e) {
    e.visit_operands(*this);
  }
  /// Lists the target, whose sizes are n.
  template <auto L, class N> STRIA_INLINE void target(const N& e) {
    const auto strides = e.strides();
    *at++ = reinterpret_cast<const std::byte*>(e.data());
    STRIA_AXES
    for (std::size_t k = 0; k < R; ++k)
      *step++ = L.strides[k] != unknown_stride ? L.strides[k] : strides[k];
  }

private:
  template <auto L, class N> STRIA_INLINE void memory(const N& e) {
    constexpr std::size_t rank = L.rank(), lacks = R - rank;
    const auto own = e.shape();
    const auto strides = e.strides();
    *at++ = reinterpret_cast<const std::byte*>(e.data());
    bool same = true;
    for (std::size_t k = 0; k < lacks; ++k) {
      *step++ = 0;
      same &= n[k] == 1;
    }
    STRIA_AXES
    for (std::size_t k = 0; k < rank; ++k) {
      const bool equal = own[k] == n[k + lacks];
      same &= equal;
      if (L.shape[k].size == 1) {
        *step++ = 0;
        continue;
      }
      const bool broadcast = !L.shape[k].is_static() && own[k] == 1;
      fits &= equal || broadcast;
      const index stride = L.strides[k] != unknown_stride ? L.strides[k] : strides[k];
      *step++ = broadcast ? 0 : stride;
    }
    whole |= same;
  }
};

/// The cursor of an expression in the loops of a target, and whether the expression is stored by a
/// list of its operands: it has a kernel, and no operand must be computed first.
template <class Target, class E>
using line_cursor =
    decltype(input_cursor<rank_of<Target>, extents_of<Target>>(std::declval<const E&>()));
template <class Kernel, class Target, class E> inline constexpr bool stores_list = false;
template <class Kernel, class Target, operand E>
  requires((tensor_operand<Target> || view_operand<Target>) && is_number<value_t<Target>> &&
           rank_of<E> <= rank_of<Target> && rank_of<E> != 0 && is_listed<E> && E::ready::value)
inline constexpr bool stores_list<Kernel, Target, E> =
    is_stored_by_plan<Kernel, rank_of<Target>, decltype(output_cursor(std::declval<Target&>())),
                      line_cursor<Target, E>>;

/// Stores the values of e if they form a short line; otherwise returns false, and writes nothing. A
/// line of an expression that has no list of operands may be longer. If not `Writes`, nothing is
/// stored, and a line of any length is reported.
template <class Kernel, bool Writes, class Target, class E>
STRIA_INLINE bool run_line(Target& target, const E& e) {
  constexpr bool listed = stores_list<Kernel, Target, E>;
  const auto n = target.shape();
  const index count = target.size();
  bool fits = true;
  const auto row = e.line(n, fits);
  if (!fits || count > limits::short_line) [[unlikely]] {
    if (!fits)
      return false;
#if defined(STRIA_USE_THREADS)
    if (pays_threads(count, least_for_thread<row_bytes<std::remove_cv_t<decltype(row)>>>))
      return false;
#endif
    if constexpr (listed)
      return !Writes;
    if (count > limits::panel)
      return false;
  }
  const static_row<value_t<Target>, 1> to{target.data()};
  if constexpr (!Writes)
    return true;
  else if constexpr (extents_of<Target>.is_static())
    Kernel::row(to, row,
                std::integral_constant<index, count_elements(extents_of<Target>.sizes())>());
  else if constexpr (extents_of<E>.is_static() &&
                     count_elements(extents_of<E>.sizes()) <= limits::short_line)
    // g++ does not know that the sizes are equal, and would warn about a longer row.
    Kernel::row(to, row, std::integral_constant<index, count_elements(extents_of<E>.sizes())>());
  else if constexpr (listed)
    Kernel::row(to, row, few_in_row{count});
  else
    Kernel::row(to, row, count);
  return true;
}

} // namespace stria::detail
