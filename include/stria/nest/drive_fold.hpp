// SPDX-License-Identifier: BSL-1.0
// nest/drive_fold.hpp: the loops of a planned reduction. They are independent of the expression, so
// a program compiles them once.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/layout/build.hpp>
#include <stria/nest/few.hpp>
#include <stria/nest/fold_blocks.hpp>
#include <stria/nest/operand_space.hpp>

namespace stria::detail {

/// The code of one reduction. Hinted kernels are null if the types provide no hints.
struct fold_code {
  const fold_results& results;
  fold_kernel_fn columns, rows, hinted_columns, hinted_rows;
  lane_hints hints;
  const unsigned char* bytes;   // per element of each operand
  const element_copies& copies; // for these elements
  int operands;                 // including the target
  bool may_split;               // on several threads
  index least;                  // elements for each of them
};
/// True if a reduction of so many elements runs on several threads.
inline bool splits_for_threads([[maybe_unused]] const fold_code& code, [[maybe_unused]] index all) {
#if defined(STRIA_USE_THREADS)
  return code.may_split && pays_threads(all, code.least);
#else
  return false;
#endif
}
/// A type-erased reduction. The address of a program without state may be null.
struct planned_fold {
  const fold_code& code;
  const void *program, *hinted, *finish;
};

/// Processes the tiles of results that one thread computes.
class fold_walk {
  const space& s_;
  const fold_plan& p_;
  const fold_results& results_;
  const void *program_, *finish_;
  fold_kernel_fn kernel_;
  [[maybe_unused]] bool split_rows_;
  [[maybe_unused]] index least_;
  panel_maker panels_;
  panel_args& panel_ = panels_.of;
  pack_buffer buffer_{}, far_{};
  index next_[limits::nest_operands]; // the step from a panel to the one at the next outer position
  std::byte *totals_ = nullptr, *others_ = nullptr;
  alignas(64) std::byte near_[static_cast<std::size_t>(limits::near_totals)];

  /// Whether panels at neighbouring positions of the innermost of the outer axes read the same
  /// buffers.
  bool shares_buffers() {
    if (!p_.whole || p_.kept == 0)
      return false;
    const space_axis& a = p_.outer_kept[p_.kept - 1];
    bool shared = true;
    STRIA_FEW
    for (int i = 0; i < s_.operands; ++i) {
      const bool packed = i > 0 && p_.packs(p_.same[i]);
      next_[i] = packed ? 0 : a.step[i] * bytes(i);
      shared = shared && (!packed || a.step[i] == 0);
    }
    return shared;
  }
  index bytes(int i) const { return s_.of[i].bytes; }

  void finish(index first, std::byte* to, index step, index n) {
    results_.finish(finish_, totals_ + first * results_.total, to, step, n);
  }
  /// Joins the totals of the columns in each of n windows, and stores the results.
  void finish_windows(std::byte* to, index step, index n) {
    results_.copy_windows(totals_, n, p_.window, p_.window_step, others_);
    results_.join(others_, others_ + n * results_.total, n, p_.window - 1);
    results_.finish(finish_, others_, to, step, n);
  }
  void add_panel(const std::byte* const* at, index from, index count, index n, index n2) {
    panels_.make(at, from, count, n, n2);
    if (results_.add != nullptr) {
      kernel_(program_, others_, panel_);
      results_.add(totals_, others_, panel_.width, panel_.begun);
    } else if (results_.adds_itself || !panel_.begun) {
      kernel_(program_, totals_, panel_);
    } else {
      kernel_(program_, others_, panel_);
      results_.join(totals_, others_, panel_.width, 1);
    }
    panel_.begun = true;
  }
  /// Stores the results of `count` panels that contain all rows.
  void store_panels(std::byte* to, index count) {
    const index step = p_.lane.step[0];
    const bool direct = results_.direct && step == 1;
    for (index left = count; left > 0;) {
      kernel_(program_, direct ? to : others_, panel_);
      if (!direct)
        results_.finish_partials(finish_, others_, to, step, panel_.width);
      if (--left == 0) // next_ is set only if there is another panel
        return;
      to += next_[0];
      STRIA_FEW
      for (int i = 1; i < s_.operands; ++i)
        panel_.at[i] += next_[i];
    }
  }
  /// Stores the results of `count` panels of n windows. Panels whose windows are adjacent, and
  /// whose results follow one another, are finished together.
  void store_windows(std::byte* to, index count, index n) {
    const index columns = panel_.width, step = p_.lane.step[0];
    const bool adds = results_.add != nullptr, adjacent = p_.window_step == p_.window;
    // A partial result must not have more terms than fold_rows, the largest number of rows in a
    // panel.
    const bool in_partials = adjacent && step == 1 && panel_.rows * p_.window <= limits::fold_rows;
    const bool follow = adjacent && count > 1 && next_[0] == n * step * bytes(0);
    const index most = follow ? limits::fold_columns / columns : 1;
    std::byte* const partials = adds ? others_ : totals_;
    for (;;) {
      const index some = count < most ? count : most;
      count -= some;
      for (index left = some; left > 0; --left) {
        kernel_(program_, partials + (some - left) * columns * results_.partial, panel_);
        const int moved = left + count > 1 ? s_.operands : 0; // next_ is set if a panel follows
        STRIA_FEW
        for (int i = 1; i < moved; ++i)
          panel_.at[i] += next_[i];
      }
      if (!in_partials || !results_.finish_windows(finish_, partials, to, some * n, p_.window)) {
        if (adds)
          results_.add(totals_, others_, some * columns, false);
        finish_windows(to, step, some * n);
      }
      if (count == 0)
        return;
      to += some * next_[0];
    }
  }
  /// Adds all rows of the reduced axes of a panel, for one position of the other axes.
  void add_columns(const std::byte* const* at, index n, index n2) {
    const index all = p_.rows.n * p_.rows2.n;
    for (index r = 0; r < all; r += p_.height)
      add_panel(at, r, all - r < p_.height ? all - r : p_.height, n, n2);
    if (p_.lane2.n > 1 && p_.lane2.reduced)
      if (const index rest = p_.lane2.n % p_.group; rest != 0) {
        const std::byte* last[limits::nest_operands];
        STRIA_FEW
        for (int i = 1; i < s_.operands; ++i)
          last[i] = at[i] + p_.rows.n * p_.rows.step[i] * bytes(i);
        add_panel(last, 0, 1, n, rest);
      }
  }
  void add_rows(const std::byte* const* at, index count) {
    std::byte* const to = panel_.begun ? others_ : totals_;
    if (p_.packed == 0 && p_.lane.n <= results_.block &&
        (results_.decided == nullptr || !panel_.begun)) {
      panel_.rows = count;
      panel_.width = p_.lane.n;
      panel_.turn = -1;
      panel_.first = 0;
      STRIA_FEW
      for (int i = 1; i < s_.operands; ++i) {
        panel_.at[i] = at[i];
        panel_.step[i] = p_.results.step[i];
        panel_.jump[i] = 0;
      }
      kernel_(program_, to, panel_);
      if (panel_.begun)
        results_.join(totals_, others_, count, 1);
    } else {
      const std::byte* row[limits::nest_operands];
      for (index k = 0; k < count; ++k) {
        std::byte* const total = totals_ + k * results_.total;
        if (panel_.begun && results_.decided != nullptr && results_.decided(total))
          continue;
        STRIA_FEW
        for (int i = 1; i < s_.operands; ++i)
          row[i] = at[i] + k * p_.results.step[i] * bytes(i);
        const fold_row_walk walk(s_, p_, results_, kernel_, program_, row);
        std::byte* const one = panel_.begun ? others_ : total;
#if defined(STRIA_USE_THREADS)
        if (split_rows_ && pays_threads(p_.lane.n, least_))
          walk.fold_on_threads(p_.lane.n, one);
        else
#endif
          walk.fold(0, p_.lane.n, one);
        if (panel_.begun)
          results_.join(total, others_, 1, 1);
      }
    }
    panel_.begun = true;
  }

  /// Moves the operands along an axis.
  STRIA_NOINLINE void move(const std::byte** at, const space_axis& a, index by) const {
    STRIA_FEW
    for (int i = 0; i < s_.operands; ++i)
      at[i] += a.step[i] * by * bytes(i);
  }

public:
  fold_walk(const fold_walk&) = delete;
  fold_walk& operator=(const fold_walk&) = delete;
  fold_walk(const space& s, const fold_plan& p, const planned_fold& call, bool split_rows)
      : s_(s), p_(p), results_(call.code.results), program_(p.hinted ? call.hinted : call.program),
        finish_(call.finish),
        kernel_(p.columns  ? p.hinted ? call.code.hinted_columns : call.code.columns
                : p.hinted ? call.code.hinted_rows
                           : call.code.rows),
        split_rows_(split_rows), least_(call.code.least), panels_(s, p) {
    if (panels_.room() > 0)
      panels_.use_buffer(buffer_.get(panels_.room()));
    const index of_totals = limits::fold_columns * results_.total;
    const index all =
        of_totals + limits::fold_columns *
                        (results_.total > results_.partial ? results_.total : results_.partial);
    totals_ = all > limits::near_totals ? far_.get(all) : near_;
    others_ = totals_ + of_totals;
  }

  /// Computes the tiles [first, last), each at one position of the outer kept axes.
  void run(index first, index last, index width) {
    const index tiles = divide_up(p_.tiled().n, width);
    const bool one_tile = p_.columns && p_.lane2.n > 1 && p_.lane2.reduced;
    const index across = one_tile ? 1 : tiles;
    index positions = 1;
    STRIA_FEW
    for (int k = 0; k < p_.kept; ++k)
      positions *= p_.outer_kept[k].n;
    const index together =
        (p_.tiles_outermost || across == 1) && shares_buffers() ? p_.outer_kept[p_.kept - 1].n : 1;
    for (index item = first; item < last; ++item) {
      index tile = p_.tiles_outermost ? item / positions : item % across;
      index position = p_.tiles_outermost ? item % positions : item / across;
      const std::byte* at[limits::nest_operands];
      STRIA_FEW
      for (int i = 0; i < s_.operands; ++i)
        at[i] = s_.of[i].base;
      STRIA_FEW
      for (int k = p_.kept; k-- > 0;) {
        move(at, p_.outer_kept[k], position % p_.outer_kept[k].n);
        position /= p_.outer_kept[k].n;
      }
      index count = p_.tiled().n;
      if (!one_tile) {
        move(at, p_.tiled(), tile * width);
        count -= tile * width;
        count = count < width ? count : width;
      }
      const bool lane2 = p_.columns && p_.lane2.n > 1;
      const index n = lane2 ? p_.lane.n : p_.columns ? p_.columns_of(count) : count;
      const index n2 = !lane2 ? 1 : one_tile ? p_.group : count;
      auto* const to = const_cast<std::byte*>(at[0]);
      const bool joined = n2 == 1 || p_.lane2.step[0] == p_.lane.step[0] * n;
      if (p_.whole && joined) {
        panels_.make(at, 0, p_.rows.n * p_.rows2.n, n, n2);
        panel_.begun = false;
        const index left = together - item % together;
        const index panels = left < last - item ? left : last - item;
        if (p_.window > 1)
          store_windows(to, panels, count);
        else
          store_panels(to, panels);
        item += panels - 1;
        continue;
      }
      panel_.begun = false;
      index turn[limits::nest_axes] = {};
      for (;;) {
        if (p_.columns)
          add_columns(at, n, n2);
        else
          add_rows(at, count);
        int k = p_.reduced;
        for (; k-- > 0;) {
          const space_axis& a = p_.outer_reduced[k];
          move(at, a, 1);
          if (++turn[k] < a.n)
            break;
          move(at, a, -a.n);
          turn[k] = 0;
        }
        if (k < 0)
          break;
      }
      if (one_tile) {
        results_.join(totals_, totals_ + n * results_.total, n, n2 - 1);
        finish(0, to, p_.lane.step[0], n);
      } else if (lane2) {
        if (joined)
          finish(0, to, p_.lane.step[0], n * n2);
        else
          for (index piece = 0; piece < n2; ++piece)
            finish(piece * n, to + piece * p_.lane2.step[0] * bytes(0), p_.lane.step[0], n);
      } else if (p_.window > 1) {
        finish_windows(to, p_.lane.step[0], count);
      } else {
        finish(0, to, p_.tiled().step[0], count);
      }
    }
  }
};

/// The number of tiles into which the results are divided, and the number of results in a tile
/// along its axis.
struct fold_items {
  index count, width;
};

/// Divides the results of a plan into tiles. With threads, the tiles are smaller if there would
/// otherwise be too few for all threads.
inline fold_items count_items(const fold_plan& p, [[maybe_unused]] bool threads) {
  index positions = 1;
  STRIA_FEW
  for (int k = 0; k < p.kept; ++k)
    positions *= p.outer_kept[k].n;
  const bool lane2 = p.columns && p.lane2.n > 1;
  if (lane2 && p.lane2.reduced)
    return {positions, p.group};
  index width = lane2 ? p.group : p.width;
  const index n = p.tiled().n;
#if defined(STRIA_USE_THREADS)
  if (threads && positions * divide_up(n, width) < 2 * num_threads()) {
    const index grain = lane2 || !p.columns ? 1 : limits::thread_columns;
    const index narrow = (n / (2 * num_threads()) / grain + 1) * grain;
    width = narrow < width ? narrow : width;
  }
#endif
  return {positions * divide_up(n, width), width};
}

/// Plans a reduction over a space of at least one element, and runs the plan.
template <class = this_build> STRIA_NOINLINE void drive_fold(space& s, const planned_fold& call) {
  fold_plan plan;
  [[maybe_unused]] const index elements = s.elements();
  plan_fold(s, plan, call.code.hints, call.code.results.total);
  s.copies = &call.code.copies;
#if defined(STRIA_USE_THREADS)
  if (const int chunks = call.code.may_split ? chunks_for_threads(elements, call.code.least) : 0;
      chunks > 0) {
    const fold_items items = count_items(plan, true);
    // If there are only a few long rows, the rows themselves are split.
    if (!plan.columns && items.count < 2 * num_threads())
      return fold_walk(s, plan, call, true).run(0, items.count, items.width);
    return for_chunks(
        items.count, 1,
        [&](index first, index last) {
          fold_walk(s, plan, call, false).run(first, last, items.width);
        },
        chunks);
  }
#endif
  const fold_items items = count_items(plan, false);
  fold_walk(s, plan, call, false).run(0, items.count, items.width);
}

/// Reduces `all` elements with one kernel call, as a plan would, if every operand is contiguous and
/// either the first or the last loops are reduced. Returns false otherwise, or if there are so many
/// elements that a plan estimates costs or makes several calls. If not `writes`, only returns
/// whether this is possible.
inline bool fold_in_line(const planned_fold& call, const index* n, int loops, std::uint64_t reduced,
                         const loop_operand* of, index all, bool writes) {
  const int gone = __builtin_popcountll(reduced), kept = loops - gone;
  const std::uint64_t first = (std::uint64_t{1} << gone) - 1;
  const bool in_rows = reduced == first << kept;
  if (!in_rows && reduced != first)
    return false;
  const int from = in_rows ? 0 : gone; // the first loop that is kept
  if (!lies_in_line(n + from, kept, of[0].steps + from))
    return false;
  index results = 1;
  STRIA_FEW
  for (int k = from; k < from + kept; ++k)
    results *= n[k];
  const index others = all / results;
  const index rows = in_rows ? results : others;
  if ((in_rows && others > call.code.results.block) || rows > limits::fold_few_rows ||
      (kept != 0 && all > limits::fold_few))
    return false;
  panel_args args;
  args.turn = -1;
  args.first = 0;
  args.begun = false;
  args.rows = rows;
  args.width = in_rows ? others : results;
  STRIA_FEW
  for (int i = 1; i < call.code.operands; ++i) {
    if (!lies_in_line(n, loops, of[i].steps))
      return false;
    args.at[i] = of[i].at;
    args.step[i] = args.width;
    args.jump[i] = 0;
  }
  const fold_results& code = call.code.results;
  few_lines lines;
  std::byte* const totals = lines.next(results * (in_rows ? code.total : code.partial));
  if (totals == nullptr)
    return false;
  if (!writes)
    return true;
  auto* const to = const_cast<std::byte*>(of[0].at);
  if (in_rows) {
    call.code.rows(call.program, totals, args);
    code.finish(call.finish, totals, to, 1, results);
  } else {
    call.code.columns(call.program, code.direct ? to : totals, args);
    if (!code.direct)
      code.finish_partials(call.finish, totals, to, 1, results);
  }
  return true;
}

/// Reduces a few elements with one kernel call; each result is the fold of one row. Operands with
/// another layout are copied. Returns false if there are too many elements. With a note, nothing is
/// reduced, and the note receives the operands that would be copied.
template <class = this_build, class... Note>
STRIA_NOINLINE bool fold_few(const planned_fold& call, const index* n, int loops,
                             std::uint64_t reduced, const loop_operand* of, Note&... note) {
  constexpr bool writes = sizeof...(Note) == 0;
  index all;
  if (!are_few(n, loops, limits::few_elements, all))
    return false;
  if (fold_in_line(call, n, loops, reduced, of, all, writes))
    return true;
  // The kept loops, then the reduced ones.
  int order[limits::nest_axes], kept = 0;
  index sizes[limits::nest_axes], results = 1;
  for (const bool is_reduced : {false, true}) {
    int to = kept;
    STRIA_FEW
    for (int k = 0; k < loops; ++k)
      if ((reduced >> k & 1U) == (is_reduced ? 1U : 0U)) {
        order[to] = k;
        sizes[to++] = n[k];
        results *= is_reduced ? 1 : n[k];
      }
    kept = is_reduced ? kept : to;
  }
  const fold_results& code = call.code.results;
  few_lines lines;
  std::byte* const totals = lines.next(results * code.total);
  std::byte* const line_of_results = lines.next(results * call.code.bytes[0]);
  if (totals == nullptr || line_of_results == nullptr)
    return false;
  panel_args args;
  index steps[limits::nest_axes];
  const auto reorder = [&](int i) {
    STRIA_FEW
    for (int k = 0; k < loops; ++k)
      steps[k] = of[i].steps[order[k]];
    return loop_operand{of[i].at, steps};
  };
  STRIA_FEW
  for (int i = 1; i < call.code.operands; ++i) {
    const loop_operand operand = reorder(i);
    args.at[i] = operand.at;
    args.step[i] = all / results;
    args.jump[i] = 0;
    if (lies_in_line(sizes, loops, steps))
      continue;
    std::byte* const line = lines.next(all * call.code.bytes[i]);
    if (line == nullptr)
      return false;
    args.at[i] = line;
    (note.copies(i), ...);
    if constexpr (writes)
      call.code.copies.few(call.code.bytes[i], sizes, loops, operand, line, false);
  }
  if constexpr (!writes)
    return true;
  args.rows = results;
  args.width = all / results;
  args.turn = -1;
  args.first = 0;
  call.code.rows(call.program, totals, args);
  const loop_operand target = reorder(0);
  auto* const to = const_cast<std::byte*>(target.at);
  if (lies_in_line(sizes, kept, steps)) {
    code.finish(call.finish, totals, to, 1, results);
  } else {
    code.finish(call.finish, totals, line_of_results, 1, results);
    call.code.copies.few(call.code.bytes[0], sizes, kept, target, line_of_results, true);
  }
  return true;
}

/// Plans and runs a reduction over loops of sizes n. Bit k of `reduced` is set if loop k is
/// reduced. The target is the first operand.
template <class = this_build>
STRIA_NOINLINE void drive_fold(const planned_fold& call, const index* n, int loops,
                               std::uint64_t reduced, const loop_operand* operands) {
  if (fold_few(call, n, loops, reduced, operands))
    return;
  index all;
  if (are_few(n, loops, limits::long_block, all) && !splits_for_threads(call.code, all) &&
      fold_in_line(call, n, loops, reduced, operands, all, true))
    return;
  operand_space s(n, loops, reduced, operands, call.code.bytes, call.code.operands);
  drive_fold(s, call);
}

} // namespace stria::detail
