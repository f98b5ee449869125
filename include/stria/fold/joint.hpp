// SPDX-License-Identifier: BSL-1.0
// fold/joint.hpp: computes two reductions of the same operand in one pass.
//
// In (a - mean(a, _0)) / std_dev(a, _0), each block is folded by both reductions in turn, with the
// same results as separate passes. See docs/design/reductions.md.
#pragma once

#include <stria/eval/once.hpp>
#include <stria/eval/slabs.hpp>
#include <stria/fold/finish.hpp>

#include <tuple>
#include <utility>

namespace stria::detail {

/// The totals of both folds. The last constructor begins both folds with one element.
template <class OpA, class OpB, class A, class B> struct joint_total {
  A first;
  B second;

  joint_total() = default;
  constexpr joint_total(const A& a, const B& b) : first(a), second(b) {}
  template <class V>
  constexpr explicit joint_total(const V& v) : first(begin<OpA, A>(v)), second(begin<OpB, B>(v)) {}

private:
  template <class Op, class W, class V> static constexpr W begin(const V& v) {
    return static_cast<W>(begin_fold<Op, W>(scalar_row<V>{v}, 0));
  }
};

/// Two folds of the same blocks. OpA and OpB provide only the start values.
template <class OpA, class OpB, class F, class G> struct joint_fold {
  static constexpr bool has_partials = false, stops_early = false;
  using total = joint_total<OpA, OpB, typename F::total, typename G::total>;

  template <class In> static constexpr total row(const In& in, index from, index to) {
    return {F::row(in, from, to), G::row(in, from, to)};
  }
  template <bool Hinted, class In>
  STRIA_NOINLINE static constexpr void tile(total* totals, bool begun, In& in,
                                            const tile_place& t) {
    constexpr auto width = static_cast<std::size_t>(limits::fold_columns);
    typename F::total first[width];
    typename G::total second[width];
    In again = in;
    F::template tile<Hinted>(first, false, again, t);
    G::template tile<Hinted>(second, false, in, t);
    for (index k = 0; k < t.width; ++k) {
      const total both{first[k], second[k]};
      totals[k] = begun ? join(totals[k], both) : both;
    }
  }
  static constexpr total join(const total& a, const total& b) {
    return {F::join(a.first, b.first), G::join(a.second, b.second)};
  }
};

/// An element of each of the two results.
template <class R, class S> struct joint_value {
  R first;
  S second;
};
template <class R, class S, class FinishA, class FinishB> struct finish_both {
  FinishA a;
  FinishB b;
  template <class W> constexpr joint_value<R, S> operator()(const W& w) const {
    return {a(w.first), b(w.second)};
  }
};

/// The operation of two reductions of elements V, with results R and S.
template <class OpA, class OpB, class R, class S, class V> struct joint_op : fold_op {
  // The text is never shown: two reductions without elements are not computed together.
  static constexpr const char* text = "two reductions";
  static constexpr bool has_start = false;
  template <class, class> using partial = V;
  template <class, class>
  using fold = joint_fold<OpA, OpB, fold_of<OpA, typename OpA::template partial<R, V>>,
                          fold_of<OpB, typename OpB::template partial<S, V>>>;
};

/// True for an operand in memory whose elements can be folded in lanes.
template <class E> inline constexpr bool folds_memory = false;
template <class E>
  requires(E::ready::value && std::is_arithmetic_v<value_t<E>>)
inline constexpr bool folds_memory<E> =
    is_strided_cursor<decltype(member_access::cursor<no_hint, rank_of<E>>(
        std::declval<const E&>(), axis_refs<rank_of<E>>()))>;

template <class E> constexpr bool same_memory(const E& a, const E& b) {
  constexpr std::size_t L = rank_of<E>;
  const auto x = member_access::cursor<no_hint, L>(a, straight_refs<L>());
  const auto y = member_access::cursor<no_hint, L>(b, straight_refs<L>());
  return x.base == y.base && x.offset == y.offset && x.strides == y.strides &&
         a.shape() == b.shape();
}

/// True if two reductions reduce operands of the same type along the same axes. Whether the
/// elements are the same is known only at run time.
template <class A, class B> inline constexpr bool may_join_reductions = false;
template <class A, class B>
  requires(A::axis_bits == B::axis_bits && folds_memory<typename A::source_type> &&
           !std::same_as<typename A::fold_op, typename B::fold_op>)
inline constexpr bool may_join_reductions<A, B> =
    std::same_as<typename A::source_type, typename B::source_type>;
/// The same for maps of one reduction and numbers.
template <class A, class B>
inline constexpr bool may_join = may_join_reductions<reduction_of<A>, reduction_of<B>>;

/// The first two reductions of a list for which may_join is true.
struct joint_pair {
  std::size_t first = 0, second = 0;
  bool once[2] = {true, true}; // the list has no other reduction of the same type
};
template <class... N> constexpr joint_pair find_joint_pair(const std::tuple<const N*...>&) {
  constexpr std::size_t n = sizeof...(N);
  joint_pair found;
  const auto look = [&]<std::size_t Ix>(std::integral_constant<std::size_t, Ix>) {
    using A = std::tuple_element_t<Ix, std::tuple<N...>>;
    const bool fits[] = {may_join<A, N>...};
    for (std::size_t k = Ix + 1; k < n && found.second == 0; ++k)
      if (fits[k])
        found = {Ix, k};
  };
  const auto count = [&]<std::size_t Ix>(std::integral_constant<std::size_t, Ix>) {
    const bool once =
        ((std::same_as<std::tuple_element_t<Ix, std::tuple<N...>>, N> ? 1 : 0) + ...) == 1;
    if (Ix == found.first || Ix == found.second)
      found.once[Ix == found.first ? 0 : 1] = once;
  };
  [&]<std::size_t... Ix>(std::index_sequence<Ix...>) {
    (look(std::integral_constant<std::size_t, Ix>()), ...);
    (count(std::integral_constant<std::size_t, Ix>()), ...);
  }(std::make_index_sequence<n>());
  return found;
}

/// Two reductions for which may_join is true, and their results. `OnceA` means that an expression
/// contains no other reduction of type A, so that it may take the result.
template <class A, bool OnceA, class B, bool OnceB> class joint_results {
  using R = value_t<A>;
  using S = value_t<B>;
  using first = reduction_of<A>;
  using second = reduction_of<B>;
  const A* a_;
  const B* b_;
  typename tensor_of<R, A::extents>::type x_;
  typename tensor_of<S, B::extents>::type y_;

  constexpr void compute_together() {
    using V = value_t<typename first::source_type>;
    using op = joint_op<typename first::fold_op, typename second::fold_op, value_t<first>,
                        value_t<second>, V>;
    using both = joint_value<R, S>;
    const auto a = finisher_of(*a_);
    const auto b = finisher_of(*b_);
    typename tensor_of<both, A::extents>::type values(a_->shape(), uninitialized_t{});
    fold_axes<op, first::axis_bits, first::keeps>(
        values, reduction_in(*a_).source(), finish_both<R, S, decltype(a), decltype(b)>{a, b});
    for (index i = 0; i < values.size(); ++i) {
      x_.data()[i] = values.data()[i].first;
      y_.data()[i] = values.data()[i].second;
    }
  }

public:
  constexpr joint_results(const A& a, const B& b)
      : a_(&a), b_(&b), x_(a.shape(), uninitialized_t{}), y_(b.shape(), uninitialized_t{}) {
    // For a few elements, two passes without a plan take less time.
    const auto& source = reduction_in(a).source();
    const index count = count_elements(source.shape());
    if (count > limits::few_folded && same_memory(source, reduction_in(b).source())) {
      compute_together();
    } else {
      a.compute(x_);
      b.compute(y_);
    }
  }
  joint_results(const joint_results&) = default;
  joint_results(joint_results&&) = default;
  joint_results& operator=(const joint_results&) = default;
  joint_results& operator=(joint_results&&) = default;
  /// Prepares n, a tree or an operand in it. The two reductions are replaced by their results.
  template <class N> constexpr auto prepare_tree(const N& n) {
    if constexpr (std::same_as<N, A> && OnceA)
      return std::move(x_);
    else if constexpr (std::same_as<N, B> && OnceB)
      return std::move(y_);
    else if constexpr (std::same_as<N, A>)
      return is_same_fold(n, *a_) ? x_ : n.prepared();
    else if constexpr (std::same_as<N, B>)
      return is_same_fold(n, *b_) ? y_ : n.prepared();
    else if constexpr (finishes_fold<N>) // listed as a whole; its operands may have the type A or B
      return n.prepared();
    else if constexpr (is_map<N> && member_access::passes<N> > 0)
      return n.rebuilt([&](const auto& o) {
        using O = std::remove_cvref_t<decltype(o)>;
        if constexpr (member_access::passes<O> > 0 && N::template computes_first<O> &&
                      !finishes_fold<O>)
          return eval(prepare_tree(o));
        else if constexpr (member_access::passes<O> > 0)
          return prepare_tree(o);
        else
          return N::prepare_operand(o);
      });
    else
      return prepare_part(n);
  }
};

/// The reductions, and maps of one reduction and numbers, among the operands of a tree, in order.
template <class N> constexpr auto folds_in(const N& n) {
  if constexpr (is_map<N> && !finishes_fold<N>)
    return n.operands([](const auto&... o) { return std::tuple_cat(folds_in(o)...); });
  else if constexpr (member_access::passes<N> == 1)
    return std::tuple<const N*>(&n);
  else
    return std::tuple<>();
}

/// Prepares a tree with at least two reductions.
template <class N> constexpr auto prepare_jointly(const N& n) {
  const auto folds = folds_in(n);
  constexpr joint_pair pair = find_joint_pair(decltype(folds)());
  if constexpr (pair.second == 0) {
    return compute_once<false>(n);
  } else {
    const auto& a = *std::get<pair.first>(folds);
    const auto& b = *std::get<pair.second>(folds);
    return joint_results<bare<decltype(a)>, pair.once[0], bare<decltype(b)>, pair.once[1]>(a, b)
        .prepare_tree(n);
  }
}

} // namespace stria::detail
