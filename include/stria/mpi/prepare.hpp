// SPDX-License-Identifier: BSL-1.0
// mpi/prepare.hpp: values that all ranks compute together before each computes its rows: index
// arrays that are over ranks, and reductions along axis 0. Tests: tests/mpi/programs.cpp.
#pragma once

#include <stria/mpi/fold.hpp>
#include <stria/parts/hoist.hpp>

namespace stria::detail {

/// A reduction along axis 0.
template <class N> inline constexpr bool folds_ranks = false;
template <class N>
  requires(folds_blocks<N>)
inline constexpr bool folds_ranks<N> = axis_set{block_rule<N>::bits}.has(0) && reads_stored<N>;

/// Whether a node over ranks in an expression satisfies a condition.
template <template <class> class Condition, class N> inline constexpr bool any_node = false;
template <template <class> class Condition> struct ask_any_node {
  template <class... N> constexpr auto operator()(const N&...) const {
    return std::bool_constant<(any_node<Condition, bare<N>> || ...)>();
  }
};
template <template <class> class Condition, class N>
  requires(reads_stored<N> && !is_stored<N> && !is_ref<N>)
inline constexpr bool any_node<Condition, N> =
    Condition<N>::value ||
    decltype(member_access::operands(std::declval<const N&>(), ask_any_node<Condition>{}))::value;

template <class N>
struct is_computed_first : std::bool_constant<N::how != computation::in_the_loop> {};

/// True for a gather with an index array or a mask over ranks.
template <class N> struct has_rank_index : std::false_type {};
template <class S, auto Spec, class Index>
struct has_rank_index<gather<S, Spec, Index>>
    : std::bool_constant<decltype(std::declval<const Index&>().operands(ask_for_stored{}))::value> {
};

/// The expression with the values of index arrays and masks on every rank.
template <class N> auto with_index_values(const N& n) {
  if constexpr (!any_node<has_rank_index, N>)
    return unchanged(n);
  else if constexpr (has_rank_index<N>::value)
    return n.operands([&](const auto& source, const auto&... part) {
      const auto value = []<class P>(const P& p) {
        if constexpr (reads_stored<P>)
          return everywhere(p);
        else
          return unchanged(p);
      };
      return n.over(with_index_values(source), value(part)...);
    });
  else
    return n.rebuilt([](const auto& o) { return with_index_values(o); });
}

/// Calls f with the expression as every rank computes parts of it.
template <class E, class F> decltype(auto) with_prepared(const E& e, const F& f) {
  if constexpr (any_node<has_rank_index, E>) {
    const auto changed = with_index_values(e);
    return with_prepared(changed, f);
  } else if constexpr (any_node<is_computed_first, E>) {
    const auto job = job_of(e);
    const auto hoisted = hoist(e, [&]<class N>(const N& n) {
      if constexpr (folds_ranks<N>)
        return std::optional<value_tensor<N>>(folded_on_ranks(*job, n));
      else
        return std::optional<value_tensor<N>>();
    });
    return f(hoisted);
  } else {
    return f(e);
  }
}

/// All values of an expression, on all ranks.
template <class E> value_tensor<E> everywhere(const E& e) {
  const auto job = job_of(e);
  if constexpr (folds_ranks<E>)
    return with_prepared(operand_at<0>(e),
                         [&](const auto& source) { return folded_on_ranks(*job, e.over(source)); });
  else
    return with_prepared(e, [&](const auto& prepared) {
      const auto all = whole_region(std::array<index, rank_of<E>>(e.shape()));
      return value_tensor<E>(fetched_values(
          *job, prepared, rank_regions<rank_of<E>>(static_cast<std::size_t>(job->size), all)));
    });
}

// A reduction that is computed at once holds a view of a tensor over ranks.
template <class E>
  requires(leaf_place<bare<E>> == place::ranks)
struct hold_to_reduce<true, E> {
  using type = hold_t<E>;
};
/// The result of a reduction over all axes, on all ranks.
template <rank_operand N> element_value<typename N::value_type> single_element(const N& n) {
  return *everywhere(n).data();
}

} // namespace stria::detail
