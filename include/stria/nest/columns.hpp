// SPDX-License-Identifier: BSL-1.0
// nest/columns.hpp: rows of elements added to rows of accumulators.
#pragma once

#include <stria/nest/lanes.hpp>

namespace stria::detail {

/// Columns [from, from + width) of a run of rows: the inner loop is `inner`, the next row is `step`
/// turns of `outer` further on.
struct tile_place {
  std::size_t inner, outer;
  index from, width, rows, step;
};

/// each(k, elements...) for the columns of a tile, four rows at a time: what each() keeps of a
/// column is then read and written once for four elements.
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

/// A tile of columns into one value each; the cursor is left behind the rows.
template <class Op, bool Hinted, class A, class In>
STRIA_NOINLINE constexpr void fold_tile(A* acc, In& in, const tile_place& t) {
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
#if defined(STRIA_USE_SIMD)
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
#endif
  for_tile_rows(t, next, [&](index k, const auto&... v) __attribute__((always_inline)) {
    A sum = acc[k];
    ((sum = Op::step(sum, v)), ...);
    acc[k] = sum;
  });
}

/// The value is rounded before it is added up. Otherwise g++ would contract a product and the sum
/// in some of the loops, and results would depend on where a tile ends.
template <class V> STRIA_INLINE void round_before_sum([[maybe_unused]] V& v) {
#if defined(__GNUC__) && !defined(__clang__)
#if defined(__AVX512F__)
  __asm__("" : "+v"(v));
#elif defined(__x86_64__)
  __asm__("" : "+x"(v));
#elif defined(__aarch64__)
  __asm__("" : "+w"(v));
#endif
#endif
}

/// The same as fold_tile() for few rows, in registers: all rows of some columns, then of the next
/// ones. The last columns may be folded twice.
template <class Op, class A, class In>
STRIA_INLINE void fold_in_registers(A* acc, const In& in, index width, index rows) {
  typedef A V __attribute__((vector_size(register_bytes)));
  constexpr A start = Op::template neutral<A>();
  constexpr index lanes = wide_lanes<A>, each = static_cast<index>(register_bytes / sizeof(A));
  if (width < lanes) { // the rest of a wide tile
    for (index k = 0; k < width; ++k) {
      A sum = start;
      In from = in;
      for (index r = 0; r < rows; ++r) {
        auto next = Op::template lift<A>(from.template row<true>(0)[k]);
        if constexpr (std::is_floating_point_v<A>)
          round_before_sum(next);
        sum = join_partial<Op>(sum, next);
        from.advance(0, 1);
      }
      acc[k] = sum;
    }
    return;
  }
  for (index k = 0; k < width; k += lanes) {
    const index at = k + lanes <= width ? k : width - lanes;
    [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
      V sum[] = {(static_cast<void>(K), V{} + start)...};
      In from = in;
      for (index r = 0; r < rows; ++r) {
        const auto row = from.template row<true>(0);
        alignas(64) A next[static_cast<std::size_t>(lanes)];
        for (index i = 0; i < lanes; ++i)
          next[i] = Op::template lift<A>(row[at + i]);
        const auto add = [&](V& to, V v) __attribute__((always_inline)) {
          if constexpr (std::is_floating_point_v<A>)
            round_before_sum(v);
          to = join_partial<Op>(to, v);
        };
        V values[] = {load_vector<V>(next + static_cast<index>(K) * each)...};
        if (Op::has_start || r > 0)
          (add(sum[K], values[K]), ...);
        else // nothing but the first row
          ((sum[K] = values[K]), ...);
        from.advance(0, 1);
      }
      (store_vector(acc + at + static_cast<index>(K) * each, sum[K]), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(lanes / each)>());
  }
}

/// How blocks are folded where Op says nothing else: each in accumulators of type A, in one pass.
template <class Op, class A> struct lanes_fold {
  using total = typename Op::template total<A>;

  template <class In> STRIA_LOOPS static constexpr total row(const In& in, index from, index to) {
    const index n = to - from;
    if constexpr (folds_in_registers<Op, A> && in_any_order<In>)
      if !consteval {
        if (n >= 4 && n < 4 * wide_lanes<A>)
          return static_cast<total>(fold_short_row<Op, A>(in, from, to));
      }
    if (n < limits::fold_short_lanes) {
      A acc = begin_fold<Op, A>(in, from);
      for (index i = from; i < to; ++i)
        acc = Op::step(acc, in[i]);
      return static_cast<total>(acc);
    }
    if (n < 4 * wide_lanes<A>)
      return static_cast<total>(fold_lanes<Op, A, limits::fold_short_lanes>(in, from, to));
    return static_cast<total>(fold_lanes<Op, A, wide_lanes<A>>(in, from, to));
  }
  /// A tile of columns can be folded without totals, by fold_tile<op>.
  static constexpr bool has_partials = true;
  using op = Op;
  using partial = A;
  /// A tile into the totals of its columns, which have `begun` or not.
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
