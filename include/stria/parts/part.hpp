// SPDX-License-Identifier: BSL-1.0
// parts/part.hpp: which elements of stored operands a region of an expression needs, and the
// expression over these elements alone. docs/design/parts.md has the design.
// Tests: tests/parts/parts.cpp, tests/expr/regions.cpp.
#pragma once

#include <stria/evaluate/materialize.hpp>
#include <stria/expr/node.hpp>
#include <stria/parts/box.hpp>
#include <stria/parts/place.hpp>

namespace stria::detail {

/// True for an operand whose elements are fetched region by region: a stored_view, or the tensor or
/// view of another memory that specialises it.
template <class N> inline constexpr bool is_stored = false;

/// Whether an operand in the tree of an expression is stored.
template <class N> inline constexpr bool reads_stored = false;
struct ask_for_stored {
  template <class... N> constexpr auto operator()(const N&...) const {
    return std::bool_constant<(reads_stored<bare<N>> || ...)>();
  }
};
template <operand N>
inline constexpr bool reads_stored<N> =
    is_stored<N> ||
    decltype(member_access::operands(std::declval<const N&>(), ask_for_stored{}))::value;
template <class N> inline constexpr bool reads_stored<ref<N>> = reads_stored<N>;

/// A node that is computed as a whole before the parts, or part by part if it has no values
/// (parts/hoist.hpp).
template <class N> inline constexpr bool is_hoisted = false;

/// The region of the result of a node that is computed if a region of it is needed.
template <class N, std::size_t R>
constexpr region<R> region_computed(const N& n, const region<R>& r) {
  if constexpr (N::how == computation::first)
    return whole_region(std::array<index, R>(n.shape()));
  else if constexpr (N::how == computation::along_axes)
    return n.computed_for(r);
  else
    return r;
}

/// The same node for a region r of its result: operand o becomes f(o, region of o). The calls are
/// made in any order.
template <class N, std::size_t R, class F>
constexpr auto over_regions(const N& n, const region<R>& r, const F& f) {
  return n.operands([&](const auto&... o) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return n.over(f(o, n.template needed<K>(r))...);
    }(std::make_index_sequence<sizeof...(o)>());
  });
}

/// Calls f(leaf, region) for each stored leaf of an expression, with the region of the leaf that a
/// region r of the expression needs. A leaf that occurs twice is passed twice.
template <class N, std::size_t R, class F> void for_stored(const N& n, const region<R>& r, F&& f) {
  if constexpr (is_ref<N>) {
    for_stored(*n.node, r, f);
  } else if constexpr (is_stored<N>) {
    f(n, r);
  } else if constexpr (is_hoisted<N>) {
    if (!n.has_values())
      for_stored(n.node(), r, f);
  } else if constexpr (reads_stored<N>) {
    n.operands([&](const auto&... o) {
      [&]<std::size_t... K>(std::index_sequence<K...>) {
        (for_stored(o, n.template needed<K>(r), f), ...);
      }(std::make_index_sequence<sizeof...(o)>());
    });
  }
}

/// The region of the stored array that a region of a leaf reads.
template <class N, std::size_t R> auto stored_region(const N& leaf, const region<R>& r) {
  return region_read(compose(leaf.refs(), refs_of(r)), r.size);
}

/// An operand without stored leaves, as an operand of a part: it refers to the tensors that n owns.
template <class N> auto unchanged(const N& n) {
  if constexpr (tensor_operand<N>)
    return ref<N>(n);
  else if constexpr (operand_count<N> == 0 || owns_no_memory<N>)
    return n;
  else
    return n.rebuilt([](const auto& o) { return unchanged(o); });
}

/// The base of the class of `take`: how a part is computed.
struct part_taker {
  /// True for nodes whose regions take.compute(n, region) computes as a tensor.
  template <class N> static constexpr bool computes = false;
};

template <class N, std::size_t R, class Take>
auto part(const N& n, const region<R>& r, const Take& take);

/// The elements of a region of n, as a tensor.
template <class N, std::size_t R, class Take>
auto values_of(const N& n, const region<R>& r, const Take& take) {
  const auto p = part(n, r, take);
  if constexpr (R == 0)
    return eval(p);
  else
    return with_ranges(r, [&](const auto&... along) {
      if constexpr (is_ref<std::remove_const_t<decltype(p)>>)
        return eval((*p.node)[along...]);
      else
        return eval(p[along...]);
    });
}

/// An operand of the same shape that can replace n where only the elements of a region are read.
/// take(leaf, region) returns what replaces a stored leaf: a box with the region. Nodes that are
/// not computed in the loop become boxes of their values.
template <class N, std::size_t R, class Take>
auto part(const N& n, const region<R>& r, const Take& take) {
  if constexpr (is_ref<N>) {
    return part(*n.node, r, take);
  } else if constexpr (is_stored<N>) {
    return take(n, r);
  } else if constexpr (is_hoisted<N>) {
    return n.has_values() ? n.values() : part(n.node(), r, take);
  } else if constexpr (!reads_stored<N>) {
    return unchanged(n);
  } else {
    const auto boxed = []<class O>(const O& o, const auto& where, auto values) {
      return box_of<extents_of<O>>(values_in_region(std::move(values), where),
                                   std::array<index, rank_of<O>>(o.shape()));
    };
    if constexpr (N::how == computation::in_the_loop) {
      const auto lazy = [&](const auto& o, const auto& of_o) { return part(o, of_o, take); };
      using lazy_node = decltype(over_regions(n, r, lazy));
      // The node of the parts would compute such an operand as a whole, and read elements that were
      // not fetched.
      return over_regions(n, r, [&]<class O>(const O& o, const auto& of_o) {
        if constexpr (lazy_node::template computes_first<bare<decltype(lazy(o, of_o))>>)
          return boxed(o, of_o, values_of(o, of_o, take));
        else
          return lazy(o, of_o);
      });
    } else {
      const auto computed = region_computed(n, r);
      if constexpr (Take::template computes<N>)
        return boxed(n, computed, take.compute(n, computed));
      else
        return boxed(n, computed, eval(over_regions(n, r, [&](const auto& o, const auto& of_o) {
                       return values_of(o, of_o, take);
                     })));
    }
  }
}

} // namespace stria::detail
