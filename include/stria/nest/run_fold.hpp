// SPDX-License-Identifier: BSL-1.0
// nest/run_fold.hpp: the kernels of one reduction, and the call of the planned loops around them.
#pragma once

#include <stria/nest/columns.hpp>
#include <stria/nest/drive_fold.hpp>
#include <stria/nest/program.hpp>

namespace stria::detail {

/// A row of a panel of which some operands are copied block by block.
template <class P> struct panel_row {
  const P* program;
  const panel_args* panel;
  const fold_plan* plan;
  const space* over;
  index number; // of the row
};

/// Folds such a row; fold_row() calls row() for each block.
template <class Fold, class P> struct panel_fold {
  using total = typename Fold::total;

  STRIA_NOINLINE static total row(const panel_row<P>& in, index from, index to) {
    panel_args block{}; // g++ does not see that all leaves get their rows
    const int operands = in.over->operands - 1;
    const access* const of = in.over->of;
    for (int i = 1; i <= operands; ++i) {
      block.step[i] = block.jump[i] = 0;
      block.at[i] = in.panel->at[i] +
                    (in.number * in.panel->step[i] + from * in.plan->lane.step[i]) * of[i].bytes;
    }
    // Two operands of eight bytes without a call for memory.
    alignas(64) std::byte near[static_cast<std::size_t>(limits::packed_near)];
    pack_buffer far;
    index used = 0;
    for (int i = 1; i <= operands; ++i)
      if (in.plan->packs(i))
        used += limits::fold_block * of[i].bytes;
    std::byte* to_copy = used > limits::packed_near ? far.get(used) : near;
    for (int i = 1; i <= operands; ++i)
      if (const int same = in.plan->same[i]; same != i) {
        block.at[i] = block.at[same];
      } else if (in.plan->packs(i)) {
        pack_rows({block.at[i], to - from, in.plan->lane.step[i], 1, 0, 1, 0}, of[i].bytes, to_copy,
                  0);
        block.at[i] = to_copy;
        to_copy += limits::fold_block * of[i].bytes;
      }
    return row_of(in, block, to - from);
  }
  static total join(const total& a, const total& b) { return Fold::join(a, b); }
  static constexpr bool stops_early = Fold::stops_early;
  static constexpr bool decided(const total& t)
    requires(stops_early)
  {
    return Fold::decided(t);
  }

private:
  STRIA_INLINE static total row_of(const panel_row<P>& in, const panel_args& block, index n) {
    P program = *in.program;
    int operand = 1;
    bind(program, block, operand);
    return fold_row<Fold>(program.template row<true>(0), 0, n);
  }
};

/// What the kernels of a reduction need beside a panel.
template <class Finish> struct kernel_call {
  const void* program;
  const Finish* finish;
  const space* over;
  const fold_plan* plan;
  bool split_rows;
};

// fold_in_registers() asks clang for vectors that it cannot always make.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
/// The code of one reduction, as the driver calls it (fold_code).
template <class Fold, class P, class Finish, class R> struct fold_kernels {
  using total = typename Fold::total;
  using call_type = kernel_call<Finish>;

  static void columns(const void* call, void* totals, const panel_args& panel) {
    panel_rows<P> rows(*static_cast<const P*>(static_cast<const call_type*>(call)->program), panel);
    Fold::template tile<true>(static_cast<total*>(totals), panel.begun, rows,
                              tile_place{0, 0, 0, panel.width, panel.rows, 1});
  }
  STRIA_LOOPS static void whole(const void* call, panel_args& panel, std::byte* to, index step,
                                const index* next, index count) {
    const auto& c = *static_cast<const call_type*>(call);
    const int operands = c.over->operands;
    for (index p = 0; p < count; ++p, to += next[0]) {
      R* const out = reinterpret_cast<R*>(to);
      const tile_place place{0, 0, 0, panel.width, panel.rows, 1};
      panel_rows<P> rows(*static_cast<const P*>(c.program), panel);
      constexpr auto most = static_cast<std::size_t>(limits::fold_columns);
      const auto put = [&](const auto* values) __attribute__((always_inline)) {
        if (step == 1)
          for (index k = 0; k < panel.width; ++k)
            out[k] = (*c.finish)(static_cast<total>(values[k]));
        else
          for (index k = 0; k < panel.width; ++k)
            out[k * step] = (*c.finish)(static_cast<total>(values[k]));
      };
      if constexpr (Fold::has_partials) {
        using Op = typename Fold::op;
        using A = typename Fold::partial;
        A values[most];
        A* acc = values;
        if constexpr (std::same_as<A, R> && Finish::is_identity)
          acc = step == 1 ? out : values;
        if constexpr (folds_in_registers<Op, A>) {
          // The same for all tiles, whatever the number of threads.
          if (c.plan->width >= wide_lanes<A> && panel.rows <= limits::register_rows)
            fold_in_registers<Op>(acc, rows, panel.width, panel.rows);
          else
            fold_tile<Op, true>(acc, rows, place);
        } else {
          fold_tile<Op, true>(acc, rows, place);
        }
        if (acc == values)
          put(values);
      } else {
        total totals[most];
        Fold::template tile<true>(totals, false, rows, place);
        put(totals);
      }
      for (int i = 1; i < operands; ++i)
        panel.at[i] += next[i];
    }
  }
  static void rows(const void* call, void* totals, const panel_args& panel) {
    const auto& c = *static_cast<const call_type*>(call);
    auto* const t = static_cast<total*>(totals);
    const auto add = [&](index k, auto value) {
      if constexpr (Fold::stops_early)
        if (panel.begun && Fold::decided(t[k]))
          return;
      t[k] = panel.begun ? Fold::join(t[k], value()) : value();
    };
    if (c.plan->packed == 0) {
      panel_rows<P> rows(*static_cast<const P*>(c.program), panel);
      for (index k = 0; k < panel.rows; ++k) {
        const auto row = rows.template row<true>(0);
        add(k, [&] {
          return c.split_rows ? fold_whole_row<Fold, true>(row, panel.width)
                              : fold_row<Fold>(row, 0, panel.width);
        });
        rows.advance(0, 1);
      }
    } else {
      using packed = panel_fold<Fold, P>;
      for (index k = 0; k < panel.rows; ++k) {
        const panel_row<P> row{static_cast<const P*>(c.program), &panel, c.plan, c.over, k};
        add(k, [&] {
          return c.split_rows ? fold_whole_row<packed, true>(row, panel.width)
                              : fold_row<packed>(row, 0, panel.width);
        });
      }
    }
  }
  static void join(void* totals, index width, index groups) {
    auto* const t = static_cast<total*>(totals);
    for (index g = 1; g < groups; ++g)
      for (index k = 0; k < width; ++k)
        t[k] = Fold::join(t[k], t[g * width + k]);
  }
  static void store(const void* call, const void* totals, index first, std::byte* to, index step,
                    index n) {
    const auto& finish = *static_cast<const call_type*>(call)->finish;
    const auto* const t = static_cast<const total*>(totals) + first;
    auto* const out = reinterpret_cast<R*>(to);
    if (step == 1)
      for (index k = 0; k < n; ++k)
        out[k] = finish(t[k]);
    else
      for (index k = 0; k < n; ++k)
        out[k * step] = finish(t[k]);
  }
  static constexpr fold_code code{columns, whole, rows, join, store};
  /// Of vectors along a kept, or along a reduced axis alone.
  static constexpr fold_code columns_code{columns, whole, nullptr, join, store};
  static constexpr fold_code rows_code{nullptr, nullptr, rows, join, store};
};

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// The hints of a program for a plan; null if no operand stands still, or all do, or one of them is
/// known to go backwards.
template <class P> struct fold_hints {
  static constexpr operand_types types = types_of_operands<std::byte, P>();
  static constexpr bool any = [] {
    int still = 0;
    for (int i = 1; i < types.count; ++i) {
      still += types.hints[i] == 0 ? 1 : 0;
      if (types.hints[i] < 0)
        return false;
    }
    return still > 0 && still + 1 < types.count;
  }();
  static constexpr const signed char* of = any ? types.hints : nullptr;
};

/// The reduction of a program over a space of at least one element; finish(total) is an element of
/// the result, of type R. Hinted: the same program with what the types know of its leaves, along a
/// reduced axis (Rows) or a kept one; the program itself if that is nothing. MaySplit: on several
/// threads where that pays.
template <class Fold, class R, bool MaySplit, bool Rows, class P, class H, class Finish>
STRIA_NOINLINE void run_fold(space& s, const P& program, [[maybe_unused]] const H& hinted,
                             const Finish& finish, [[maybe_unused]] index elements) {
  fold_plan plan;
  if constexpr (std::same_as<P, H>)
    plan_fold(s, plan);
  else
    plan_fold(s, plan, {fold_hints<H>::of, Rows});
  kernel_call<Finish> call{&program, &finish, &s, &plan, false};
  const fold_code* code = &fold_kernels<Fold, P, Finish, R>::code;
  if constexpr (!std::same_as<P, H>)
    if (plan.hinted) {
      call.program = &hinted;
      if constexpr (Rows)
        code = &fold_kernels<Fold, H, Finish, R>::rows_code;
      else
        code = &fold_kernels<Fold, H, Finish, R>::columns_code;
    }
  const auto part = [&](index first, index last, index width) {
    using total = typename Fold::total;
    constexpr auto most = static_cast<std::size_t>(limits::fold_columns);
    alignas(64) std::byte totals[most * sizeof(total)];
    fold_walk(s, plan, *code, &call, totals).run(first, last, width);
  };
#if defined(STRIA_USE_THREADS)
  if constexpr (MaySplit)
    if (pays_threads(elements)) {
      const fold_items items = count_items(plan, true);
      // Few long rows are split themselves.
      call.split_rows = !plan.columns && items.count < 2 * num_threads();
      if (!call.split_rows)
        return for_chunks(items.count, 1,
                          [&](index first, index last) { part(first, last, items.width); });
    }
#endif
  const fold_items items = count_items(plan, false);
  part(0, items.count, items.width);
}

} // namespace stria::detail
