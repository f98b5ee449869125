// SPDX-License-Identifier: BSL-1.0
// eval/slabs.hpp: evaluates expressions with reductions of rows inside them row by row.
//
// r = a / sum(a, _1, keepdims) reads a twice. A row is reduced when the loops reach it, and used
// while it is in the cache. docs/design/reductions.md has the rules.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/eval/loop.hpp>
#include <stria/expr/map.hpp>
#include <stria/layout/overlap.hpp>

namespace stria::detail {

template <class N>
concept has_row_folds = member_access::has_row_folds<N>;

/// Prepares a tree of rank R, except for the reductions that are computed row by row. The result
/// is called a staged tree.
template <std::size_t R, class N> constexpr auto stage(const N& n) {
  if constexpr (rank_of<N> == R && has_row_folds<N>)
    return n.rebuilt([](const auto& o) {
      if constexpr (row_fold_operand<std::remove_cvref_t<decltype(o)>, R>)
        return stage<R>(o);
      else
        return N::prepare_operand(o);
    });
  else if constexpr (rank_of<N> == R && member_access::folds_rows<N>)
    return n.rebuilt([](const auto& o) { return stage<R>(o); });
  else
    return prepare_part(n);
}

/// Whether a leaf reads each element of a target just before the element is written.
template <std::size_t R, class Out, class T, index Hint>
constexpr bool reads_in_place(const std::array<index, R>& n, const Out& out,
                              const std::array<index, R>& own,
                              const strided_cursor<T, R, Hint>& leaf) {
  // Offsets and strides count elements.
  return sizeof(*leaf.base) == sizeof(*out.base) && own == n &&
         static_cast<const void*>(leaf.base) == out.base && leaf.offset == out.offset &&
         same_walk(out.strides.data(), leaf.strides.data(), n.data(), R);
}
template <class N, class Out, class Own, class Leaf>
constexpr bool reads_in_place(const N&, const Out&, const Own&, const Leaf&) {
  return false;
}

/// Whether no operand of a staged tree overlaps the target, except operands that read each element
/// just before it is written.
template <std::size_t R, class Out, class N>
constexpr bool reads_no_other_row(const std::array<index, R>& n, const Out& out, const N& e) {
  bool fine = true;
  if constexpr (N::ready::value && !is_map<N>) {
    constexpr std::size_t L = rank_of<N>;
    const std::array<index, L> own = e.shape();
    if (count_elements(own) != 0)
      member_access::cursor<no_hint, L>(e, straight_refs<L>()).visit_memory([&](const auto& leaf) {
        fine = fine && (!regions_meet(region_of(out, n), region_of(leaf, own)) ||
                        reads_in_place(n, out, own, leaf));
      });
  } else {
    for_each_operand(e, [&](const auto& o) { fine = fine && reads_no_other_row(n, out, o); });
  }
  return fine;
}

/// True for a staged tree in which all operands are ready except reductions with one value per row.
/// Each of these is folded when the loops reach the row, which is then in the nearest cache.
template <std::size_t R, class N>
inline constexpr bool runs_by_rows = [] {
  if constexpr (N::ready::value)
    return true;
  else if constexpr (member_access::folds_rows<N>)
    return rank_of<N> == R && runs_by_rows<R, typename N::source_type>;
  else
    return false;
}();
template <std::size_t R, class F, class Seq, class... A>
inline constexpr bool runs_by_rows<R, map_node<F, Seq, A...>> = (runs_by_rows<R, A> && ...);

template <class E> using staged_of = decltype(stage<rank_of<E>>(std::declval<const E&>()));

/// A staged tree for which runs_by_rows is true, with each reduction replaced by a node that folds
/// a row when it is read.
template <class N> constexpr auto fold_by_rows(const N& n) {
  const auto part = [](const auto& o) { return fold_by_rows(o); };
  if constexpr (N::ready::value)
    return prepare_part(n);
  else if constexpr (is_map<N>)
    return n.rebuilt(part);
  else
    return n.by_rows(part);
}
/// Whether every reduction inside a staged tree combines at least one element.
template <class N> constexpr bool folds_something(const N& n) {
  bool fine = true;
  if constexpr (!N::ready::value) {
    if constexpr (!is_map<N>)
      fine = n.source().shape()[rank_of<N> - 1] != 0;
    for_each_operand(n, [&](const auto& o) { fine = fine && folds_something(o); });
  }
  return fine;
}

/// Whether the nest has rows along the last axis, with the strides that the types expect.
template <std::size_t L, class Out, class In>
constexpr bool has_rows(const loop_nest<L>& nest, const Out& out, const In& in) {
  return nest.depth >= 2 && nest.inner() == L - 1 && out.fits(L - 1) && in.fits(L - 1);
}

/// Runs an expression row by row. Returns false, and does nothing, if has_rows() is false. If a
/// note is passed, the function only reports the loops to the note.
template <class Kernel, std::size_t L, class Out, class E, class... Note>
constexpr bool run_by_rows(const std::array<index, L>& n, Out out, const E& ready, Note&... note) {
  auto in = member_access::cursor<straight_hint<L>, L>(ready, straight_refs<L>());
  const loop_nest<L> nest = collapse(n, out, in);
  if (!has_rows(nest, out, in))
    return false;
  if constexpr (sizeof...(Note) != 0) {
    (note.rows(n, out, in), ...);
    return true;
  }
#if defined(STRIA_USE_THREADS)
  if constexpr (splits<Out> && splits<decltype(in)> && Kernel::independent) {
    for_parts(chunks_for_threads(nest.elements(), least_of_cursor<std::remove_cv_t<decltype(in)>>),
              nest, nest.order[0], 1, out, in,
              [](const loop_nest<L>& part, Out& to, decltype(in)& from) {
                run_in_order<Kernel>(part, to, from);
              });
    return true;
  }
#endif
  run_in_order<Kernel>(nest, out, in);
  return true;
}

/// Whether an expression of the shape of the target is large enough for evaluation by rows.
template <class Target, class E> constexpr bool rows_pay(const Target& target, const E& e) {
  const auto n = target.shape();
  // A view may repeat one element so often that its number of bytes overflows.
  index bytes = 0;
  if (!multiply_fits(target.size(), static_cast<index>(sizeof(value_t<Target>)), bytes) ||
      bytes < limits::stack_bytes || n != e.shape())
    return false;
  const index row = bytes / (target.size() / n.back());
  return row != bytes && row >= limits::call_bytes && row <= limits::l2_bytes;
}

} // namespace stria::detail
