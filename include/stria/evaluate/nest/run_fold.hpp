// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/run_fold.hpp: the kernels of one reduction, and its code for the planned loops.
// Tests: tests/fold/plan_fold.cpp.
#pragma once

#include <stria/evaluate/nest/columns.hpp>
#include <stria/evaluate/nest/drive_fold.hpp>
#include <stria/evaluate/nest/run_store.hpp>

namespace stria::detail {

template <class P> inline constexpr bool in_panels<panel_rows<P>> = true;

/// The results of a fold, from which Finish makes elements of type R.
template <class Fold, class Finish, class R> struct results_of_fold {
  using total = typename Fold::total;
  static constexpr bool has_partials = Fold::has_partials;
  static consteval auto partial_of() {
    if constexpr (has_partials)
      return std::type_identity<typename Fold::partial>();
    else
      return std::type_identity<total>();
  }
  using partial = typename decltype(partial_of())::type;
  static constexpr bool adds = !std::same_as<partial, total>;
  static constexpr index block = Fold::stops_early ? long_block : block_length<Fold>;
  static_assert(sizeof(total) <= limits::total_bytes);

  STRIA_LOOPS static void add(void* totals, const void* partials, index n, bool begun) {
    auto* const t = static_cast<total*>(totals);
    const auto* const p = static_cast<const partial*>(partials);
    if (begun)
      for (index k = 0; k < n; ++k)
        t[k] = Fold::join(t[k], p[k]);
    else
      for (index k = 0; k < n; ++k)
        t[k] = static_cast<total>(p[k]);
  }
  STRIA_LOOPS static void join(void* totals, const void* others, index n, index rows) {
    auto* const t = static_cast<total*>(totals);
    const auto* const o = static_cast<const total*>(others);
    for (index r = 0; r < rows; ++r)
      for (index k = 0; k < n; ++k)
        t[k] = Fold::join(t[k], o[r * n + k]);
  }
  static bool decided([[maybe_unused]] const void* t) {
    if constexpr (Fold::stops_early)
      return Fold::decided(*static_cast<const total*>(t));
    else
      return false;
  }
  static constexpr bool finishes_partials() {
    if constexpr (has_partials)
      return Fold::op::finishes_partials && std::same_as<partial, R>;
    else
      return false;
  }
  /// What Finish makes a result from: the partial result itself, or its total.
  template <class From>
  using finished =
      std::conditional_t<finishes_partials() && std::same_as<From, partial>, From, total>;
  template <class From>
  STRIA_LOOPS static void finish(const void* finish, const void* values, std::byte* to, index step,
                                 index n) {
    const Finish last = *static_cast<const Finish*>(finish); // a copy, which stores do not change
    const auto* const from = static_cast<const From*>(values);
    auto* const out = reinterpret_cast<R*>(to);
    if (step == 1)
      for (index k = 0; k < n; ++k)
        out[k] = last(static_cast<finished<From>>(from[k]));
    else
      for (index k = 0; k < n; ++k) {
        out[k * step] = last(static_cast<finished<From>>(from[k]));
        STRIA_ONE_BY_ONE;
      }
  }
  STRIA_INLINE static partial join_partials(const partial& a, const partial& b) {
    if constexpr (has_partials)
      return join_partial<typename Fold::op>(a, b);
    else
      return Fold::join(a, b);
  }
  /// Makes n elements of the result from windows of `size` adjacent partial results. Returns false
  /// if there is no loop for windows of this size.
  STRIA_LOOPS static bool finish_windows(const void* finish, const void* partials, std::byte* to,
                                         index n, index size) {
    const Finish last = *static_cast<const Finish*>(finish); // a copy, which stores do not change
    const auto* const from = static_cast<const partial*>(partials);
    auto* const out = reinterpret_cast<R*>(to);
    const auto of_size = [&]<index... K>(std::integer_sequence<index, K...>) {
      constexpr index width = sizeof...(K) + 1;
      for (index k = 0; k < n; ++k) {
        partial p = from[width * k];
        ((p = join_partials(p, from[width * k + K + 1])), ...);
        out[k] = last(static_cast<finished<partial>>(p));
      }
    };
    switch (size) {
    case 2: of_size(std::integer_sequence<index, 0>()); return true;
    case 3: of_size(std::integer_sequence<index, 0, 1>()); return true;
    case 4: of_size(std::integer_sequence<index, 0, 1, 2>()); return true;
    default: return false;
    }
  }
  static constexpr bool is_direct() {
    if constexpr (std::same_as<partial, R>)
      return Finish::is_identity;
    else
      return false;
  }
  static constexpr auto windows() -> decltype(fold_results::copy_windows) {
    if constexpr (packs_bytes(sizeof(total)))
      return copy_windows<typename bits_of<sizeof(total)>::type>;
    else
      return nullptr;
  }
  static constexpr fold_results code{
      sizeof(total), sizeof(partial),      block,          is_direct(),
      !has_partials, adds ? add : nullptr, join,           Fold::stops_early ? decided : nullptr,
      finish<total>, finish<partial>,      finish_windows, windows()};
};

/// Folds a part of a row, at most one block. The function is not inlined, unlike fold_block().
template <class Fold, class In>
STRIA_NOINLINE typename Fold::total fold_one(const In& in, index from, index to) {
  return fold_block<Fold>(in, from, to);
}
/// Folds a part of a row, at most one block, with the code of the kernel of rows.
template <class Fold, class In>
STRIA_INLINE typename Fold::total fold_part(const In& in, index from, index to) {
  if constexpr (Fold::stops_early || row_block<Fold, In> < block_length<Fold>)
    return fold_row<Fold>(in, from, to);
  else if constexpr (Fold::has_partials)
    return fold_block<Fold>(in, from, to);
  else
    return fold_one<Fold>(in, from, to);
}

/// The kernels for a reduction of P.
template <class Fold, class P> struct fold_kernels {
  using total = typename Fold::total;

  STRIA_LOOPS static void columns(const void* program, void* results, const panel_args& panel) {
    panel_rows<P> rows(program_at<P>(program), panel);
    [[maybe_unused]] const tile_place place{0, 0, 0, panel.width, panel.rows, 1};
    if constexpr (Fold::has_partials) {
      using A = typename Fold::partial;
      if constexpr (folds_panels<typename Fold::op, A, panel_rows<P>>)
        fold_in_registers<typename Fold::op>(static_cast<A*>(results), rows, panel.width,
                                             panel.rows);
      else
        fold_tile<typename Fold::op, true>(static_cast<A*>(results), rows, place);
    } else
      Fold::template tile<true>(static_cast<total*>(results), panel.begun, rows, place);
  }
  STRIA_LOOPS static void rows(const void* program, void* results, const panel_args& panel) {
    panel_rows<P> rows(program_at<P>(program), panel);
    auto* const t = static_cast<total*>(results);
    const index count = panel.rows, n = panel.width;
    for (index k = 0; k < count; ++k) {
      t[k] = fold_part<Fold>(rows.template row<true>(0), 0, n);
      rows.advance(0, 1);
    }
  }
};

/// The hints of a program for a plan. They are null if no operand or every operand has a static
/// step of 0, or if an operand is known to go backwards.
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

/// The code of a reduction of P to elements of type R. H is the same program, but its leaves keep
/// the steps that are known at compile time: along a reduced axis if Rows, otherwise along a kept
/// one. H is P itself if no step is known.
template <class Fold, class R, bool MaySplit, bool Rows, class P, class H, class Finish>
struct code_of_fold {
  static constexpr bool hinted = !std::same_as<P, H>;
  static constexpr operand_types types = types_of_operands<R, P>();
  static constexpr auto bytes = first_of<static_cast<std::size_t>(types.count)>(types.bytes);
  static constexpr fold_kernel_fn hinted_columns() {
    if constexpr (hinted && !Rows)
      return fold_kernels<Fold, H>::columns;
    else
      return nullptr;
  }
  static constexpr fold_kernel_fn hinted_rows() {
    if constexpr (hinted && Rows)
      return fold_kernels<Fold, H>::rows;
    else
      return nullptr;
  }
  static constexpr const signed char* hints() {
    if constexpr (hinted)
      return fold_hints<H>::of;
    else
      return nullptr;
  }
  static constexpr fold_code code{results_of_fold<Fold, Finish, R>::code,
                                  fold_kernels<Fold, P>::columns,
                                  fold_kernels<Fold, P>::rows,
                                  hinted_columns(),
                                  hinted_rows(),
                                  {hints(), Rows},
                                  bytes.data(),
                                  sized_copies<types.sizes>::code,
                                  types.count,
                                  MaySplit,
                                  {least_for_thread<row_bytes<row_of_program<P>>>}};
};

} // namespace stria::detail
