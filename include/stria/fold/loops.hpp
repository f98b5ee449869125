// SPDX-License-Identifier: BSL-1.0
// fold/loops.hpp: the loops of reductions that are not planned. Tests: tests/fold/reduce_loops.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/assign/assign.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/nest/columns.hpp>

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

} // namespace stria::detail
