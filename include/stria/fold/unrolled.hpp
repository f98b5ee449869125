// SPDX-License-Identifier: BSL-1.0
// fold/unrolled.hpp: reductions of two to four rows inside an expression. In sqrt(sum(p * p, _0))
// of three rows, the loop over the elements adds the three squares; no sum is stored.
#pragma once

#include <stria/evaluate/line.hpp>
#include <stria/fold/fold.hpp>
#include <stria/tensor/view.hpp>

namespace stria::detail {

/// Folds its arguments.
template <class Op, class R> struct fold_terms_fn {
  static constexpr const char* text = Op::text;
  template <class V, class... More>
  STRIA_INLINE constexpr R operator()(const V& first, const More&... more) const {
    using A = typename Op::template partial<R, V>;
    constexpr index count = 1 + static_cast<index>(sizeof...(More));
    A acc = Op::step(begin_fold<Op, A>(scalar_row<V>{first}, 0), first);
    ((acc = Op::step(acc, more)), ...);
    return finish_fn<Op, R>{count}(static_cast<typename Op::template total<A>>(acc));
  }
};

/// The number of operands in memory of a map of tensors and views; more than limits::streams if the
/// types do not show that axis `Back`, counted from the last, has n elements in all of them or is
/// broadcast.
template <std::size_t Back, class N> constexpr index terms_of(index n) {
  if constexpr (rank_of<N> > Back) {
    const extent e = extents_of<N>[rank_of<N> - 1 - Back];
    return e.size == n || e.size == 1 ? 1 : limits::streams + 1;
  } else {
    return rank_of<N> == 0 ? 0 : 1;
  }
}
template <class N> struct count_terms {
  template <std::size_t Back> static constexpr index of(index n) { return terms_of<Back, N>(n); }
};
template <class N> struct count_terms<ref<N>> : count_terms<N> {};
template <class F, class Seq, class... A> struct count_terms<map_node<F, Seq, A...>> {
  template <std::size_t Back> static constexpr index of(index n) {
    return (count_terms<A>::template of<Back>(n) + ...);
  }
};

/// The layout without axis K.
template <std::size_t K, std::size_t R>
constexpr static_layout<R - 1> without_axis(const static_layout<R>& from) {
  static_layout<R - 1> l{unknown_shape<R - 1>(), {}};
  for (std::size_t k = 0; k + 1 < R; ++k) {
    l.shape[k] = from.shape[k < K ? k : k + 1];
    l.strides[k] = from.strides[k < K ? k : k + 1];
  }
  return l;
}
/// A map of tensors and views at position i of axis `Back`, counted from the last.
template <std::size_t Back, class N> STRIA_INLINE constexpr auto term_at(const N& n, index i) {
  if constexpr (is_ref<N>) {
    return term_at<Back>(*n.node, i);
  } else if constexpr (is_map<N>) {
    return n.rebuilt([i](const auto& o) { return term_at<Back>(o, i); });
  } else if constexpr (rank_of<N> <= Back) {
    return prepare_part(n);
  } else {
    constexpr std::size_t R = rank_of<N>, axis = R - 1 - Back;
    const auto sizes = n.shape(), strides = n.strides();
    placed<R - 1> at{sizes[axis] == 1 ? 0 : i * strides[axis], {}, {}};
    for (std::size_t k = 0; k + 1 < R; ++k) {
      at.sizes[k] = sizes[k < axis ? k : k + 1];
      at.strides[k] = strides[k < axis ? k : k + 1];
    }
    const auto memory = n.storage();
    return view<const value_t<N>, without_axis<axis>(N::layout)>(
        memory.data(), static_cast<index>(memory.size()), at, n.data() - memory.data());
  }
}

/// True if a reduction of E over the axes Bits becomes a map of a few terms when it is an operand
/// of another map: the axis is not the last one, along which elements lie next to each other.
template <class Op, class R, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool folds_terms = [] {
  if constexpr (std::is_void_v<Op> || Keep || __builtin_popcountll(Bits) != 1 || rank_of<E> < 2) {
    return false;
  } else if constexpr (!axis_set{Bits}.has(rank_of<E> - 1) && std::is_arithmetic_v<R> &&
                       is_listed<E> && has_no_state<E> && !member_access::is_expensive<E> &&
                       Op::in_vectors) {
    constexpr auto axis = static_cast<std::size_t>(__builtin_ctzll(Bits));
    constexpr index n = extents_of<E>[axis].size;
    using A = typename Op::template partial<R, value_t<E>>;
    if constexpr (n >= 2 && n <= limits::interleaved && folds_in_lanes<A> &&
                  !is_small(extents_of<E>))
      return n * count_terms<E>::template of<rank_of<E> - 1 - axis>(n) <= limits::streams;
  }
  return false;
}();

} // namespace stria::detail
