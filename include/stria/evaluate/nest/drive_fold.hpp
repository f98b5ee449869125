// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/drive_fold.hpp: the loops of a planned reduction. They are independent of the
// expression, so a program compiles them once. Tests: tests/fold/plan_fold.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/nest/fold_blocks.hpp>
#include <stria/evaluate/nest/merged_loops.hpp>
#include <stria/evaluate/nest/operand_space.hpp>
#include <stria/tensor/build.hpp>

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
  loop_split split;
};
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
  bool split_rows_;
  const loop_split& split_;
  panel_maker panels_;
  panel_args& panel_ = panels_.of;
  pack_buffer buffer_{}, far_{};
  index next_[limits::nest_operands]; // the step from a panel to the one at the next outer position
  std::byte *totals_ = nullptr, *others_ = nullptr;
  struct variance {
    double count, mean, squares;
  };
  // Enough for a tile of variances and the values that are added to them.
  static constexpr index near_totals = 2 * limits::fold_columns * index{sizeof(variance)};
  alignas(64) std::byte near_[static_cast<std::size_t>(near_totals)];

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
        if (split_rows_ && split_.pays(p_.lane.n))
          walk.fold_on_threads(split_, p_.lane.n, one);
        else
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
        split_rows_(split_rows), split_(call.code.split), panels_(s, p) {
    if (panels_.room() > 0)
      panels_.use_buffer(buffer_.get(panels_.room()));
    const index of_totals = limits::fold_columns * results_.total;
    const index all =
        of_totals + limits::fold_columns *
                        (results_.total > results_.partial ? results_.total : results_.partial);
    totals_ = all > near_totals ? far_.get(all) : near_;
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

/// Divides the results of a plan into tiles for this many threads. The tiles are smaller if there
/// would otherwise be too few for all threads.
inline fold_items count_items(const fold_plan& p, int threads) {
  index positions = 1;
  STRIA_FEW
  for (int k = 0; k < p.kept; ++k)
    positions *= p.outer_kept[k].n;
  const bool lane2 = p.columns && p.lane2.n > 1;
  if (lane2 && p.lane2.reduced)
    return {positions, p.group};
  index width = lane2 ? p.group : p.width;
  const index n = p.tiled().n;
  if (threads > 1 && positions * divide_up(n, width) < 2 * threads) {
    const index grain = lane2 || !p.columns ? 1 : limits::thread_grain;
    const index narrow = (n / (2 * threads) / grain + 1) * grain;
    width = narrow < width ? narrow : width;
  }
  return {positions * divide_up(n, width), width};
}

/// Plans a reduction over a space of at least one element, and runs the plan.
template <class = this_build> STRIA_NOINLINE void drive_fold(space& s, const planned_fold& call) {
  fold_plan plan;
  const index elements = s.elements();
  plan_fold(s, plan, call.code.hints, call.code.results.total);
  s.copies = &call.code.copies;
  const loop_split& split = call.code.split;
  if (const int chunks = call.code.may_split ? split.chunks(elements) : 0; chunks > 0) {
    const int threads = split.threads();
    const fold_items items = count_items(plan, threads);
    // If there are only a few long rows, the rows themselves are split.
    if (!plan.columns && items.count < 2 * threads)
      return fold_walk(s, plan, call, true).run(0, items.count, items.width);
    return split.run(
        items.count, 1,
        [&](index first, index last) {
          fold_walk(s, plan, call, false).run(first, last, items.width);
        },
        chunks);
  }
  const fold_items items = count_items(plan, 1);
  fold_walk(s, plan, call, false).run(0, items.count, items.width);
}

/// Finds the loop along which the vectors of a reduction without a plan run, and makes it the
/// innermost one: a loop along which the first operand is contiguous.
inline void turn_to_vectors(merged_loops& m, const loop_operand& first) {
  for (int k = 0; k < m.depth; ++k)
    if (m.step(first, k) == 1)
      return m.exchange(0, k);
}

/// Joins the totals of rows along the loops 1 and 2 that are reduced, and stores the results.
inline void store_row_totals(const planned_fold& call, const merged_loops& m,
                             const loop_operand& target, std::byte* totals) {
  const fold_results& results = call.code.results;
  const bool joins1 = m.is_reduced[1], joins2 = m.is_reduced[2];
  const index across = m.size[1], step = m.step(target, 1);
  auto* const to = const_cast<std::byte*>(target.at);
  const auto join = [&](index at, index count, index others) {
    if (others > 0)
      results.join(totals + at * results.total, totals + (at + count) * results.total, count,
                   others);
  };
  if (joins2) {
    const index count = joins1 ? 1 : across;
    join(0, count, across * m.size[2] / count - 1);
    return results.finish(call.finish, totals, to, step, count);
  }
  for (index k = 0; k < m.size[2]; ++k) {
    if (joins1)
      join(k * across, 1, across - 1);
    results.finish(call.finish, totals + k * across * results.total,
                   to + k * m.step(target, 2) * call.code.bytes[0], step, joins1 ? 1 : across);
  }
}

/// How a few elements are reduced without a plan: operands that are not contiguous along the
/// vectors are copied to the stack, and the kernel is called for all rows together, or for all rows
/// of each position of a kept loop. `fits` is false if there are too many elements. The number of
/// threads does not matter, because a plan adds in another order.
struct fold_choice {
  merged_loops m;
  const signed char* hints = nullptr; // of the hinted kernel, if it is called
  stack_copies copied{};
  int kept = 0;    // in columns, the kept one of the other loops
  index calls = 1; // of the kernel
  panel_args args;
  bool fits;

  STRIA_INLINE fold_choice(const fold_code& code, const index* n, int loops, std::uint64_t reduced,
                           const loop_operand* of)
      : m(of, code.operands, n, loops, reduced), fits(is_few(code, of)) {}

  bool in_rows() const { return m.is_reduced[0]; }
  index bytes_of_totals(const fold_results& results) const {
    return in_rows() ? m.size[1] * m.size[2] * results.total : m.size[0] * results.partial;
  }

private:
  bool is_few(const fold_code& code, const loop_operand* of);
};
STRIA_INLINE bool fold_choice::is_few(const fold_code& code, const loop_operand* of) {
  const fold_results& results = code.results;
  const bool one_row = m.depth == 1 && m.is_reduced[0];
  const index most = one_row ? results.block : limits::panel;
  if (!m.fits || m.elements > most || (code.may_split && m.elements > code.split.least))
    return false;
  if (code.operands > 1)
    turn_to_vectors(m, of[1]);
  const bool gone[] = {m.is_reduced[1], m.is_reduced[2]};
  const index width = m.size[0], rows = m.size[1] * m.size[2];
  if (in_rows() ? width > results.block : width > limits::fold_columns || !(gone[0] || gone[1]))
    return false;
  kept = in_rows() || (gone[0] && gone[1]) ? 0 : gone[0] ? 2 : 1;
  calls = kept == 0 ? 1 : m.size[kept];
  if (rows / calls > limits::fold_rows || (calls > limits::lanes && width < limits::lanes))
    return false;
  hints = code.hints.reduced == in_rows() ? code.hints.of : nullptr;
  for (int i = 1; hints != nullptr && i < code.operands; ++i)
    if (hints[i] == 0 && m.step(of[i], 0) != 0)
      hints = nullptr;
  copied.reserve(bytes_of_totals(results));
  for (int i = 1; i < code.operands; ++i)
    copied.point(m, args, i, of[i], hints != nullptr && hints[i] == 0 ? 0 : 1, code.bytes[i]);
  return copied.fits;
}
/// Reduces a few elements without a plan. Returns false, and reduces nothing, if that is not
/// possible.
template <class = this_build>
STRIA_NOINLINE bool fold_by_panel(const planned_fold& call, const index* n, int loops,
                                  std::uint64_t reduced, const loop_operand* of) {
  const fold_code& code = call.code;
  fold_choice c(code, n, loops, reduced, of);
  if (!c.fits)
    return false;
  const fold_results& results = code.results;
  const merged_loops& m = c.m;
  const signed char* const hints = c.hints;
  const int kept = c.kept;
  const index calls = c.calls, width = m.size[0], rows = m.size[1] * m.size[2];
  panel_room room;
  std::byte* const totals = room.next(c.bytes_of_totals(results));
  panel_args& args = c.args;
  room.copy(c.copied, m, args, of, code.bytes, code.copies, true);
  const void* const program = hints != nullptr ? call.hinted : call.program;
  auto* const to = const_cast<std::byte*>(of[0].at);
  const auto step = [&](int loop) { return m.step(of[0], loop); };
  args.first = 0;
  args.begun = false;
  args.width = width;
  if (c.in_rows()) {
    args.turn = m.size[1];
    args.rows = rows;
    (hints != nullptr ? code.hinted_rows : code.rows)(program, totals, args);
    store_row_totals(call, m, of[0], totals);
    return true;
  }
  args.turn = kept == 0 ? m.size[1] : -1;
  args.rows = rows / calls;
  index next[limits::nest_operands];
  for (int i = 1; kept != 0 && i < code.operands; ++i) {
    const index outer = args.jump[i] + args.step[i] * m.size[1]; // along the loop 2
    next[i] = (kept == 1 ? args.step[i] : outer) * code.bytes[i];
    args.step[i] = kept == 1 ? outer : args.step[i];
    args.jump[i] = 0;
  }
  const bool direct = results.direct && step(0) == 1;
  for (index k = 0; k < calls; ++k) {
    std::byte* const at = to + k * step(kept) * code.bytes[0];
    (hints != nullptr ? code.hinted_columns : code.columns)(program, direct ? at : totals, args);
    if (!direct)
      results.finish_partials(call.finish, totals, at, step(0), width);
    for (int i = 1; kept != 0 && i < code.operands; ++i)
      args.at[i] += next[i];
  }
  return true;
}

/// Plans and runs a reduction over loops of sizes n. Bit k of `reduced` is set if loop k is
/// reduced. The target is the first operand.
template <class = this_build>
STRIA_NOINLINE void drive_fold(const planned_fold& call, const index* n, int loops,
                               std::uint64_t reduced, const loop_operand* operands) {
  if (fold_by_panel(call, n, loops, reduced, operands))
    return;
  operand_space s(n, loops, reduced, operands, call.code.bytes, call.code.operands);
  drive_fold(s, call);
}

} // namespace stria::detail
