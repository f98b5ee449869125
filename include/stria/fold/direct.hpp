// SPDX-License-Identifier: BSL-1.0
// fold/direct.hpp: reductions of few elements whose number is static: of all elements, or of each
// row.
//
// For r = sum(a, _1) of a tensor<float, 3, 3>, a plan would take fifty times as long as the sums.
// Therefore all elements are computed first, in the order in which they are folded, and the loops
// over them have constant lengths.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/base/checked.hpp>

#include <stria/evaluate/materialize.hpp>
#include <stria/evaluate/nest/lanes.hpp>
#include <stria/expr/map.hpp>
#include <stria/tensor/view.hpp>

namespace stria::detail {

/// The number of elements that are reduced to one. If the result is empty, the product may not fit
/// into index, and the largest index is returned instead.
template <std::uint64_t Bits, std::size_t L>
constexpr index reduced_count(const std::array<index, L>& sizes) {
  index n = 1;
  bool none = false;
  for (std::size_t k = 0; k < L; ++k)
    if (axis_set{Bits}.has(k)) {
      none = none || sizes[k] == 0;
      if (!multiply_fits(n, sizes[k], n))
        n = PTRDIFF_MAX;
    }
  return none ? 0 : n;
}

/// The strides of an array of all elements. If the last axis is reduced, each row is reduced to one
/// result, otherwise each column is.
template <std::size_t L>
constexpr std::array<index, L> few_strides(const std::array<index, L>& sizes, axis_set reduced) {
  std::array<index, L> strides{};
  const bool rows = reduced.has(L - 1);
  index stride = 1;
  for (const bool inner : {true, false})
    for (std::size_t k = L; k-- > 0;)
      if ((reduced.has(k) == rows) == inner) {
        strides[k] = stride;
        stride *= sizes[k];
      }
  return strides;
}

/// True if a reduction with partial results of type A is unrolled: the operand has a small static
/// shape and values that can be stored. Excluded are reductions of all elements of a longer operand
/// without gaps, for which fold_axes() uses vectors.
template <class A, std::uint64_t Bits, class E>
inline constexpr bool folds_few =
    folds_in_lanes<A> && std::is_trivially_copyable_v<value_t<E>> &&
    std::is_default_constructible_v<value_t<E>> && is_small(extents_of<E>) &&
    !(member_access::in_line<E> && axis_set{Bits}.all(rank_of<E>) &&
      count_elements(extents_of<E>.sizes()) >= limits::lanes);

/// Folds the rows of an array with `Rows` rows.
template <class Fold, index Rows, index Columns, class V, class R, class Finish>
STRIA_INLINE constexpr void fold_few_rows(const V* values, R* results, const Finish& finish) {
  for (index i = 0; i < Rows; ++i, values += Columns)
    if constexpr (Fold::has_partials && Columns < limits::lanes) {
      using Op = typename Fold::op;
      auto acc = begin_fold<Op, typename Fold::partial>(values, 0);
      for (index k = 0; k < Columns; ++k)
        acc = Op::step(acc, values[k]);
      results[i] = finish(static_cast<typename Fold::total>(acc));
    } else {
      results[i] = finish(Fold::row(static_row<const V, 1>{values}, 0, Columns));
    }
}
/// Folds the columns of an array with `Rows` rows.
template <class Fold, index Columns, index Rows, class V, class R, class Finish>
STRIA_INLINE constexpr void fold_few_columns(const V* values, R* results, const Finish& finish) {
  if constexpr (Fold::has_partials) {
    using A = typename Fold::partial;
    using Op = typename Fold::op;
    A acc[static_cast<std::size_t>(Columns)];
    for (index k = 0; k < Columns; ++k)
      acc[k] = begin_fold<Op, A>(values, k);
    for (index i = 0; i < Rows; ++i)
      for (index k = 0; k < Columns; ++k)
        acc[k] = Op::step(acc[k], values[i * Columns + k]);
    for (index k = 0; k < Columns; ++k)
      results[k] = finish(static_cast<typename Fold::total>(acc[k]));
  } else {
    for (index k = 0; k < Columns; ++k)
      results[k] = finish(Fold::row(static_row<const V, Columns>{values + k}, 0, Rows));
  }
}

/// The elements of tensors of one shape as one row.
template <class E>
using line_of_fold =
    decltype(member_access::line(std::declval<const E&>(),
                                 std::declval<const std::array<index, rank_of<E>>&>(),
                                 std::declval<bool&>()));

/// True for operands whose elements form a row if the sizes are equal and all operands are
/// contiguous: tensors, views that may be contiguous, and maps of these. A reduction does not write
/// the memory that they read.
template <class E> inline constexpr bool may_form_row = member_access::in_line<E>;
template <class T, auto L>
inline constexpr bool may_form_row<view<T, L>> = [] {
  if constexpr (L.rank() != 0)
    return std::is_arithmetic_v<T> && L.strides[L.rank() - 1] == 1;
  else
    return false;
}();
template <view_operand N> inline constexpr bool may_form_row<ref<N>> = may_form_row<bare<N>>;
template <class F, std::size_t... Ix, class... A>
  requires(rank_of<map_node<F, std::index_sequence<Ix...>, A...>> != 0)
inline constexpr bool may_form_row<map_node<F, std::index_sequence<Ix...>, A...>> =
    is_pure<F> && std::is_arithmetic_v<value_t<map_node<F, std::index_sequence<Ix...>, A...>>> &&
    ((may_form_row<A> &&
      (rank_of<A> == 0 || rank_of<A> == rank_of<map_node<F, std::index_sequence<Ix...>, A...>>)) &&
     ...);

/// The static number of elements of each row, if a reduction over the last axis of tensors of one
/// shape folds the rows in registers; otherwise 0.
template <class Fold, std::uint64_t Bits, class E>
inline constexpr index short_row = [] {
  constexpr std::size_t L = rank_of<E>;
  if constexpr (L >= 2 && member_access::in_line<E> && Fold::has_partials) {
    constexpr extent last = extents_of<E>[L - 1];
    if constexpr (__builtin_popcountll(Bits) == 1 && axis_set{Bits}.has(L - 1) &&
                  last.is_static() && last.size >= 2 && last.size <= limits::interleaved) {
      // Functions over blocks and repeated parts are computed in longer rows.
      if (!is_staged<line_of_fold<E>> && !repeats_part<line_of_fold<E>>)
        return last.size;
    }
  }
  return index{0};
}();
/// The folds of rows of `Columns` elements, which lie one after the other.
template <class Fold, index Columns, class Row, class Finish> struct folded_points {
  Row row;
  STRIA_EMPTY Finish finish;
  index first = 0;

  STRIA_INLINE void skip(index n) { first += n; }
  STRIA_INLINE auto at(index i) const {
    using Op = typename Fold::op;
    const index from = Columns * (first + i);
    auto acc = begin_fold<Op, typename Fold::partial>(row, from);
    for (index k = 0; k < Columns; ++k)
      acc = Op::step(acc, row[from + k]);
    return finish(static_cast<typename Fold::total>(acc));
  }
};

/// Reduces an operand over axes into a target of the reduced shape by unrolled code. finish(total)
/// is an element of the result.
template <class Fold, std::uint64_t Bits, class Target, class E, class Finish>
constexpr void fold_few(Target& target, const E& e, const Finish& finish) {
  using V = value_t<E>;
  using R = value_t<Target>;
  constexpr std::size_t L = rank_of<E>;
  constexpr auto sizes = extents_of<E>.sizes();
  constexpr axis_set reduced{Bits};
  constexpr index all = count_elements(sizes), each = reduced_count<Bits>(sizes),
                  count = all / each;
  V values[static_cast<std::size_t>(all)]{};
  run_loop<store_kernel, extents_of<E>>(
      sizes, strided_cursor<V, L, 1>{values, 0, few_strides(sizes, reduced)},
      input_cursor<L, extents_of<E>>(e));
  R results[static_cast<std::size_t>(count)]{};
  if constexpr (reduced.has(L - 1))
    fold_few_rows<Fold, count, each>(values, results, finish);
  else
    fold_few_columns<Fold, count, each>(values, results, finish);
  run_loop<store_kernel, extents_of<Target>>(
      target.shape(), output_cursor(target),
      strided_cursor<const R, rank_of<Target>, 1>{results, 0, row_major_strides(target.shape())});
}

} // namespace stria::detail
