// SPDX-License-Identifier: BSL-1.0
// fold/loops.hpp: reductions by the loops of the expression, for operands that cannot be planned
// because they read through index arrays or call a function that must be called in order.
#pragma once

#include <stria/args/axes.hpp>
#include <stria/assign/assign.hpp>
#include <stria/base/checked.hpp>
#include <stria/nest/columns.hpp>

namespace stria::detail {

/// The loops of a reduction, with kept and reduced ones separated. Each of the three lists ends
/// with the inner loop, which runs along the last axis, even if this axis has one element.
/// Therefore the types determine whether the inner loop is kept.
template <std::size_t L> struct fold_nest {
  loop_nest<L> all, kept, reduced;
  index next_reduced = -1; // the innermost reduced loop except the inner one

  STRIA_NOINLINE constexpr fold_nest(const loop_nest<L>& nest, axis_set axes)
      : all{nest.n}, kept{nest.n}, reduced{nest.n} {
    constexpr std::size_t inner = L == 0 ? 0 : L - 1;
    for (std::size_t i = 0; i < nest.depth; ++i) {
      const std::size_t k = nest.order[i];
      if (k == inner)
        continue;
      all.order[all.depth++] = k;
      if (!axes.has(k)) {
        kept.order[kept.depth++] = k;
      } else {
        if (next_reduced >= 0)
          reduced.order[reduced.depth++] = static_cast<std::size_t>(next_reduced);
        next_reduced = static_cast<index>(k);
      }
    }
    if constexpr (L > 0) {
      single_ = next_reduced < 0 && (!axes.has(inner) || nest.n[inner] == 1);
      for (loop_nest<L>* n : {&all, &kept, &reduced})
        n->order[n->depth++] = inner;
    }
  }
  /// True if every reduced axis has one element.
  constexpr bool single() const { return single_; }

private:
  bool single_ = true;
};

/// Calls body() at each position of all loops except the last, with the cursors moved there.
template <std::size_t L, class Body, class... C>
STRIA_INLINE constexpr void for_outer(const loop_nest<L>& nest, Body&& body, C&... c) {
  if constexpr (L > 1)
    for_rows(nest, body, c...);
  else
    body();
}

/// Folds one tile of `width` columns from k0 on, with all its rows.
template <class Fold, bool Hinted, std::size_t L, class To, class In, class Finish>
STRIA_NOINLINE constexpr void fold_columns_from(const fold_nest<L>& nest, index k0, index width,
                                                index group, To to, In in, Finish finish) {
  const std::size_t w = nest.kept.inner();
  const auto q = static_cast<std::size_t>(nest.next_reduced);
  const index rows = nest.kept.n[q], whole = rows / group, rest = rows % group;
  if constexpr (Fold::has_partials)
    if (group == 1 && rows <= limits::fold_rows && nest.reduced.depth == 1) {
      typename Fold::partial acc[static_cast<std::size_t>(limits::fold_columns)];
      fold_tile<typename Fold::op, Hinted>(acc, in, {w, q, k0, width, rows, 1});
      for (index k = 0; k < width; ++k)
        to[k0 + k] = finish(static_cast<typename Fold::total>(acc[k]));
      return;
    }
  typename Fold::total totals[static_cast<std::size_t>(limits::fold_columns)];
  bool begun = false;
  for_outer(
      nest.reduced,
      [&] {
        // The last iteration handles the remaining rows.
        for (index i = 0; i < whole || (i == whole && rest > 0);) {
          const bool last = i == whole;
          const index height = last                            ? 1
                               : whole - i < limits::fold_rows ? whole - i
                                                               : limits::fold_rows;
          const index step = last ? rest : group;
          Fold::template tile<Hinted>(totals, begun, in, {w, q, k0, width * step, height, step});
          begun = true;
          i += height;
        }
        in.advance(q, -rows);
      },
      in);
  for (index g = 1; g < group; ++g)
    for (index k = 0; k < width; ++k)
      totals[k] = Fold::join(totals[k], totals[g * width + k]);
  for (index k = 0; k < width; ++k)
    to[k0 + k] = finish(totals[k]);
}

/// The work on a tile of columns, type-erased.
template <class Out, class In> struct tile_body {
  void (*run)(const tile_body&, index k0, index width, Out&, In&);
};
template <class Out, class In, class Tile> struct tile_call : tile_body<Out, In> {
  Tile tile;
  constexpr explicit tile_call(const Tile& t) : tile_body<Out, In>{call}, tile(t) {}
  static constexpr void call(const tile_body<Out, In>& body, index k0, index width, Out& to,
                             In& from) {
    static_cast<const tile_call&>(body).tile(k0, width, to, from);
  }
};

template <std::size_t L, class Out, class In>
STRIA_NOINLINE constexpr void run_column_tiles(const fold_nest<L>& nest, const Out& out,
                                               const In& in, const tile_body<Out, In>& body) {
  const index columns = nest.kept.inner_size();
  index width = limits::fold_columns;
  const auto tiles = [&] { return divide_up(columns, width); };
  const auto run = [&](const loop_nest<L>& kept, Out to, In from, index first, index last) {
    for_outer(
        kept,
        [&] {
          for (index k = first; k < last; ++k) {
            const index left = columns - k * width;
            body.run(body, k * width, left < width ? left : width, to, from);
          }
        },
        to, from);
  };
#if defined(STRIA_USE_THREADS)
  if constexpr (splits<Out> && splits<In>)
    if !consteval {
      if (const int chunks = chunks_for_threads(nest.all.elements(), least_of_cursor<In>);
          chunks > 0) {
        // Threads run parts of the outermost kept loop if it is long enough, otherwise tiles of
        // the inner one.
        const std::size_t axis = nest.kept.order[0];
        if (nest.kept.depth > 1 && nest.kept.n[axis] >= 2 * num_threads())
          return for_parts(chunks, nest.kept, axis, 1, out, in,
                           [&](const loop_nest<L>& kept, const Out& to, const In& from) {
                             run(kept, to, from, 0, tiles());
                           });
        constexpr index narrow = limits::thread_grain;
        width = std::min(limits::fold_columns, (columns / num_threads() / narrow + 1) * narrow);
        return for_chunks(tiles(), 1,
                          [&](index first, index last) { run(nest.kept, out, in, first, last); });
      }
    }
#endif
  run(nest.kept, out, in, 0, tiles());
}

/// Calls tile(k0, width, to, from) for each tile of the columns, in each iteration of the other
/// kept loops, on several threads. The inner loop must be kept. The loop is compiled once for all
/// kinds of tiles.
template <std::size_t L, class Out, class In, class Tile>
constexpr void for_column_tiles(const fold_nest<L>& nest, const Out& out, const In& in,
                                const Tile& tile) {
  run_column_tiles(nest, out, in, tile_call<Out, In, Tile>(tile));
}

/// Folds the columns of an operand whose inner loop is kept.
template <class Fold, bool Hinted, std::size_t L, class Out, class In, class Finish>
constexpr void fold_columns(const fold_nest<L>& nest, Out out, In in, Finish finish) {
  const std::size_t w = nest.kept.inner();
  const auto q = static_cast<std::size_t>(nest.next_reduced);
  const index columns = nest.kept.inner_size(), rows = nest.kept.n[q];
  // Short rows that are adjacent in memory are treated as one row.
  index group = 1;
  if (4 * columns <= limits::short_row && in.joins(q, w, columns))
    group = limits::short_row / columns < rows ? limits::short_row / columns : rows;
  for_column_tiles(nest, out, in, [&](index k0, index width, Out& to, In& from) {
    fold_columns_from<Fold, Hinted>(nest, k0, width, group, to.template row<Hinted>(w), from,
                                    finish);
  });
}

/// Folds a short row, one element after the other. The loops of fold_row() would take as long to
/// begin and end as all these additions. clang gathers four elements or more by vector
/// instructions; with g++, they would take longer than separate loads.
template <class Fold, class Row>
STRIA_INLINE constexpr typename Fold::total fold_in_order(const Row& row, index n) {
  auto sum = begin_fold<typename Fold::op, typename Fold::partial>(row, 0);
  index k = 0;
#if defined(__clang__)
  if (n >= 4)
    for (; k < n; ++k)
      sum = Fold::op::step(sum, row[k]);
#endif
  STRIA_FEW
  for (; k < n; ++k) {
    sum = Fold::op::step(sum, row[k]);
    STRIA_ONE_BY_ONE;
  }
  return static_cast<typename Fold::total>(sum);
}
/// Folds short rows; each(to, value) receives an element of the target and the value of a row. The
/// function is not inlined, because clang would keep fewer cursors of longer rows in registers.
template <class Fold, std::size_t L, class Out, class In, class Each>
STRIA_NOINLINE constexpr void fold_short_rows_in_order(const loop_nest<L>& nest, Out to, In from,
                                                       const Each& each) {
  const std::size_t w = nest.inner();
  const index n = nest.inner_size();
  for_outer(
      nest,
      [&]() __attribute__((always_inline)) {
        each(to.template row<false>(w)[0], fold_in_order<Fold>(from.template row<true>(w), n));
      },
      to, from);
}
/// Folds rows in the order of memory. The inner loop must be reduced. `each(to, value)` receives an
/// element of the target and the value of a row. `Apart` means that no two rows have the same
/// element of the target.
template <class Fold, bool Apart, std::size_t L, class Out, class In, class Each>
constexpr void fold_rows(const loop_nest<L>& nest, Out out, In in, Each each) {
  const std::size_t w = nest.inner();
  const index n = nest.inner_size();
  const auto run = [&](const loop_nest<L>& rows, Out to, In from) {
    const auto place = [&]() -> auto& { return to.template row<false>(w)[0]; };
    if constexpr (Fold::has_partials)
      if (n <= limits::lanes && from.fits(w)) {
        fold_short_rows_in_order<Fold>(rows, to, from, each);
        return;
      }
    if (from.fits(w))
      for_outer(
          rows,
          [&] { each(place(), fold_whole_row<Fold, splits<In>>(from.template row<true>(w), n)); },
          to, from);
    else
      for_outer(
          rows,
          [&] { each(place(), fold_whole_row<Fold, splits<In>>(from.template row<false>(w), n)); },
          to, from);
  };
  // If there are only a few long rows, each row is split among the threads.
  if constexpr (Apart)
    for_parts_except(w, few_turns::stay, nest, out, in, run);
  else
    run(nest, out, in);
}

/// Reduces a single element.
template <class Fold, class Finish> struct single_fn {
  Finish finish;
  template <class V> STRIA_INLINE constexpr auto operator()(const V& v) const {
    return finish(Fold::row(scalar_row<V>{v}, 0, 1));
  }
};

/// Stores reductions of single elements. Such reductions are rare, so all operations share one
/// loop.
struct single_kernel : row_kernel {
  static constexpr bool independent = true;
  template <class O, class Ix> STRIA_ROWS static constexpr void row(O out, Ix in, index n) {
    store_kernel::row(out, in, n);
  }
};

/// Calls collapse(). This function is not inlined, so that all reductions of an operand share it.
template <std::size_t L, class Out, class In>
STRIA_NOINLINE constexpr loop_nest<L> collapsed(const std::array<index, L>& n, const Out& out,
                                                const In& in) {
  return collapse(n, out, in);
}

/// Reduces an operand of at least one element that cannot be planned; finish(total) is an element
/// of the result. If each result is folded in several parts, `gather` sets the totals to their
/// start values and stores them at the end.
template <class Fold, std::uint64_t Bits, std::size_t L, class Target, class Out, class In,
          class Finish, class Gather>
constexpr void fold_by_cursors(Target& target, const std::array<index, L>& sizes, const Out& out,
                               const In& in, const Finish& finish, const Gather& gather) {
  using R = value_t<Target>;
  using W = typename Fold::total;
  const fold_nest<L> without(collapsed(sizes, out, in), axis_set{Bits});
  if (without.single()) {
    using single = map_cursor<single_fn<Fold, Finish>, std::index_sequence<0>, In>;
    run_loop<single_kernel>(sizes, out, single{{in}, {finish}});
  } else if constexpr (L > 0) {
    if constexpr (!axis_set{Bits}.has(L - 1)) {
      if (out.fits(L - 1) && in.fits(L - 1))
        fold_columns<Fold, true>(without, out, in, finish);
      else
        fold_columns<Fold, false>(without, out, in, finish);
    } else if (without.next_reduced < 0) {
      fold_rows<Fold, true>(without.all, out, in,
                            [&](R& to, const W& value) { to = finish(value); });
    } else {
      typename tensor_of<W, Target::extents>::type totals(target.shape(), uninitialized_t{});
      gather(totals, [&](const auto& to) {
        fold_rows<Fold, false>(without.all, to, in,
                               [](W& t, const W& value) { t = Fold::join(t, value); });
      });
    }
  }
}

} // namespace stria::detail
