// SPDX-License-Identifier: BSL-1.0
// fold/joint.hpp: an operation that folds its operand by two others in one pass, as nanmean() does
// for the sum and the number of the elements. The results are those of two passes.
#pragma once

#include <stria/fold/fold.hpp>

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

} // namespace stria::detail
