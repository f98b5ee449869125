// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/columns.hpp: adds rows of elements to rows of accumulators.
// Tests: tests/fold/plan_fold.cpp.
#pragma once

#include <stria/evaluate/nest/lanes.hpp>
#include <stria/tensor/opaque.hpp>

#include <array>

namespace stria::detail {

/// Columns [from, from + width) of several rows. The columns are positions of loop `inner`, and
/// `step` iterations of loop `outer` lead from one row to the next.
struct tile_place {
  std::size_t inner, outer;
  index from, width, rows, step;
};

/// Calls each(k, elements...) for the columns of a tile, four rows at a time, so that the state of
/// a column is loaded and stored once per four elements.
template <class Next, class Each>
STRIA_INLINE constexpr void for_tile_rows(const tile_place& t, const Next& next, const Each& each) {
  const index k0 = t.from, width = t.width, rows = t.rows;
  using row = decltype(next());
  const auto take = [&](const auto&... r) __attribute__((always_inline)) {
    for_places<row>(width, [&](index k) __attribute__((always_inline)) { each(k, r[k0 + k]...); });
  };
  index i = 0;
  if constexpr (in_any_order<row>) {
    for (; i + 4 <= rows; i += 4) {
      const auto r0 = next();
      const auto r1 = next();
      const auto r2 = next();
      const auto r3 = next();
      take(r0, r1, r2, r3);
    }
    if (i + 2 <= rows) {
      const auto r0 = next();
      const auto r1 = next();
      if (i + 3 <= rows)
        take(r0, r1, next());
      else
        take(r0, r1);
      return;
    }
  }
  for (; i < rows; ++i)
    take(next());
}

/// Rounds the value before it is added. Otherwise g++ would contract a product and a sum in some of
/// the loops, and results would depend on where a tile ends.
template <class V> STRIA_INLINE void round_before_sum([[maybe_unused]] V& v) {
#if defined(__GNUC__) && !defined(__clang__)
  make_opaque(v);
#endif
}

/// The start values of accumulators, as many as fit into registers.
template <class Op, class A>
inline constexpr auto neutral_lanes = [] {
  std::array<A, register_vectors * register_bytes / sizeof(A)> lanes{};
  for (A& lane : lanes)
    lane = Op::template neutral<A>();
  return lanes;
}();

/// Folds rows of a panel into one value per column: a few rows at a time, in registers, for groups
/// of columns. Each column adds its elements in the order of the rows, independently of the tiles.
template <class Op, class A, class In>
STRIA_INLINE void fold_in_registers(A* acc, In& in, index width, index rows) {
  typedef A wide_vector __attribute__((vector_size(register_bytes)));
  typedef A narrow_vector __attribute__((vector_size(vector_bytes)));
  constexpr auto all = static_cast<index>(register_vectors * register_bytes / sizeof(A));
  constexpr auto each = static_cast<index>(vector_bytes / sizeof(A)); // for a narrow tile
  const A* const start = neutral_lanes<Op, A>.data();
  const auto add = [](auto& to, auto v) __attribute__((always_inline)) {
    if constexpr (std::is_floating_point_v<A>)
      round_before_sum(v);
    to = join_partial<Op>(to, v);
  };
  // With more rows at a time, there would be more memory streams than the processor prefetches.
  index some = rows <= limits::tile ? rows : limits::short_loop;
  // Accumulators of the last group of columns. If the width is not a multiple of the group, this
  // group overlaps the one before it, and the columns in both are folded twice.
  A last[static_cast<std::size_t>(all)];
  for (index r = 0; r < rows; r += some) {
    some = rows - r < some ? rows - r : some;
    const auto fold = [&]<class V, std::size_t... K>(V, std::index_sequence<K...>, index at, A* to)
                          __attribute__((always_inline)) {
                            constexpr auto n = static_cast<index>(sizeof(V) / sizeof(A));
                            const A* const from = r == 0 ? start : to;
                            V sum[sizeof...(K)];
                            ((sum[K] = load_vector<V>(from + static_cast<index>(K) * n)), ...);
                            In row = in;
                            row.skip(at);
                            STRIA_ROLLED
                            for (index k = 0; k < some; ++k) {
                              V next[sizeof...(K)];
                              lift_vectors<Op, A>(next, row.template row<true>(0), 0);
                              (add(sum[K], next[K]), ...);
                              row.advance(0, 1);
                            }
                            (store_vector(to + static_cast<index>(K) * n, sum[K]), ...);
                          };
    index k = 0;
    if (width >= all) {
      for (; k < width; k += all) {
        const bool fits = k + all <= width;
        fold(wide_vector(), std::make_index_sequence<register_vectors>(), fits ? k : width - all,
             fits ? acc + k : last);
      }
    } else if (width >= each) {
      for (; k < width; k += each) {
        const bool fits = k + each <= width;
        fold(narrow_vector(), std::index_sequence<0>(), fits ? k : width - each,
             fits ? acc + k : last);
      }
    } else {
      STRIA_FEW
      for (; k < width; ++k) {
        A sum = r == 0 ? *start : acc[k];
        In row = in;
        STRIA_FEW
        for (index i = 0; i < some; ++i) {
          add(sum, Op::template lift<A>(row.template row<true>(0)[k]));
          row.advance(0, 1);
        }
        acc[k] = sum;
      }
    }
    if (r + some < rows) {
      STRIA_FEW
      for (index i = 0; i < some; ++i)
        in.advance(0, 1);
    }
  }
  if (const index at_end = width >= all ? all : each; width % at_end != 0 && width > at_end)
    __builtin_memcpy(acc + width - at_end, last, static_cast<std::size_t>(at_end) * sizeof(A));
}

/// True for cursors that read the rows of a panel one after the other.
template <class In> inline constexpr bool in_panels = false;

/// True if columns of In can be folded in registers.
template <class Op, class A, class In>
inline constexpr bool folds_panels = [] {
  if constexpr (in_panels<In> && folds_in_registers<Op, A>) {
    using row = decltype(std::declval<const In&>().template row<true>(0));
    return in_any_order<row> && !is_staged<row> && !needs_long_loop<A, row>;
  } else {
    return false;
  }
}();

/// Folds a tile of columns into one value each. A cursor that is not a panel is moved past the last
/// row.
template <class Op, bool Hinted, class A, class In>
STRIA_NOINLINE constexpr void fold_tile(A* acc, In& in, const tile_place& t) {
  if constexpr (folds_panels<Op, A, In>)
    if !consteval {
      return fold_in_registers<Op>(acc, in, t.width, t.rows);
    }
  const auto next = [&]() __attribute__((always_inline)) {
    const auto row = in.template row<Hinted>(t.inner);
    in.advance(t.outer, t.step);
    return row;
  };
  const index k0 = t.from, width = t.width;
  {
    const auto first = in.template row<Hinted>(t.inner);
    for (index k = 0; k < width; ++k)
      acc[k] = begin_fold<Op, A>(first, k0 + k);
  }
  if constexpr (is_staged<decltype(next())>)
    if !consteval {
      for (index i = 0; i < t.rows; ++i) {
        staged_row<decltype(next()), limits::fold_columns> staged(next(), width);
        const auto r = staged.load(k0, width);
        for_places<decltype(next())>(width, [&](index k) __attribute__((always_inline)) {
          acc[k] = Op::step(acc[k], r[k]);
        });
      }
      return;
    }
  for_tile_rows(t, next, [&](index k, const auto&... v) __attribute__((always_inline)) {
    A sum = acc[k];
    ((sum = Op::step(sum, v)), ...);
    acc[k] = sum;
  });
}

/// The default fold. It folds each block into accumulators of type A, in one pass.
template <class Op, class A> struct lanes_fold {
  using total = typename Op::template total<A>;

  template <class In> STRIA_LOOPS static constexpr total row(const In& in, index from, index to) {
    const index n = to - from;
    if constexpr (folds_in_registers<Op, A> && in_any_order<In>)
      if !consteval {
        // The same sums as in vectors, without a call.
        if (n >= static_cast<index>(vector_bytes / sizeof(A)))
          return static_cast<total>(fold_vectors<Op, A>(in, from, to));
        A acc = begin_fold<Op, A>(in, from);
        STRIA_FEW
        for (index i = from; i < to; ++i) {
          acc = Op::step(acc, in[i]);
          STRIA_ONE_BY_ONE;
        }
        return static_cast<total>(acc);
      }
    if (n < limits::lanes) {
      A acc = begin_fold<Op, A>(in, from);
      for (index i = from; i < to; ++i)
        acc = Op::step(acc, in[i]);
      return static_cast<total>(acc);
    }
    if (n < limits::short_row)
      return static_cast<total>(fold_lanes<Op, A, limits::lanes>(in, from, to));
    return static_cast<total>(fold_lanes<Op, A, wide_lanes<A>>(in, from, to));
  }
  /// True if a tile of columns can be folded without totals, by fold_tile<op>.
  static constexpr bool has_partials = true;
  using op = Op;
  using partial = A;
  /// Folds a tile into the totals of its columns. If `begun`, the totals already contain elements.
  template <bool Hinted, class In>
  STRIA_LOOPS static constexpr void tile(total* totals, bool begun, In& in, const tile_place& t) {
    A acc[static_cast<std::size_t>(limits::fold_columns)];
    fold_tile<Op, Hinted>(acc, in, t);
    if (begun)
      for (index k = 0; k < t.width; ++k)
        totals[k] = join(totals[k], acc[k]);
    else
      for (index k = 0; k < t.width; ++k)
        totals[k] = static_cast<total>(acc[k]);
  }
  template <class B> STRIA_INLINE static constexpr total join(const total& to, const B& b) {
    return join_partial<Op>(to, b);
  }
  static constexpr bool stops_early = Op::stops_early;
  static constexpr bool decided(const total& t)
    requires(stops_early)
  {
    return Op::decided(t);
  }
};

} // namespace stria::detail
